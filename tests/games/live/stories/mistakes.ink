// SPDX-License-Identifier: MIT
// What goes wrong in stories: content runs out behind the second door, behind the third one a tunnel ends that
// nobody has gone into, and behind the fourth the story goes round without a choice.
You stand before four doors.
* [The first] Behind it is the sea. -> END
* [The second] -> corridor
* [The third] -> wall
* [The fourth] -> wheel
=== corridor ===
Behind it is a corridor.
* [Go on] You go on and on.
=== wall ===
Behind it is a wall.
->->
=== wheel ===
A wheel turns.
-> wheel
