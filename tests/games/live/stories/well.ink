// SPDX-License-Identifier: MIT
// The rope wears, which nobody sees: who lets the bucket down three times stands at a well without a rope
// for ever.
VAR rope = 3
-> well
=== well ===
You stand at the well.
+ [Let the bucket down]
  ~ rope = rope - 1
  -> down
+ [Go home] -> home
=== down ===
The bucket is down.
+ [Pull it up] -> up
=== up ===
{ rope <= 0: -> broken }
The bucket is full.
+ [Pour it out] -> well
=== broken ===
The rope breaks.
+ [Look down the well] -> broken
=== home ===
You go home.
-> END
