"""Which of the 40 scenes are worked with and which are measured once at the end: drawn before any was measured."""

import sys

import numpy as np

SEED = 20261125
ORDER = [int(number) for number in np.random.default_rng(SEED).permutation(40)]
LOTS = {"open": sorted(ORDER[:20]), "held": sorted(ORDER[20:])}

if __name__ == "__main__":
    print(*LOTS[sys.argv[1]])
