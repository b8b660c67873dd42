// SPDX-License-Identifier: MIT
// An ending can always be reached: a small loop, a purse that opens it.
VAR coins = 0
-> shore
=== shore ===
You stand on the shore.
+ [Look for coins] You find <>
  { coins < 2:
    ~ coins = coins + 1
    a coin.
  - else:
    nothing.
  }
  -> shore
+ {coins >= 1} [Pay the ferryman] -> river
* [Wave] The ferryman waves back. -> shore
=== river ===
~ coins = coins - 1
{The water is cold.|The water is grey.}
+ [Go on] -> END
+ [Turn back] -> shore
