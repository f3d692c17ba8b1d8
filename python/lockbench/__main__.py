"""`python -m lockbench`: the program itself."""

import subprocess
import sys

from ._binary import binary

sys.exit(subprocess.call([binary(), *sys.argv[1:]]))
