#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""One case of transport_over_mpi on some ranks.

Usage: transport_test.py PROGRAM MPIEXEC RANKS CASE
"""

import sys

from launched import launch


def main(program, mpiexec, ranks, case):
    ended = launch([mpiexec], int(ranks), [program, case])
    print(ended)
    if any("began" not in output for output in ended.outputs):
        return "not all ranks have begun"
    if case == "abort":  # ends all of them, though the others would go on for ever
        return "a rank came to its end" if any("right" in output for output in ended.outputs) else 0
    if any(output.split() != ["began", "right"] for output in ended.outputs):
        return "something went wrong"
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
