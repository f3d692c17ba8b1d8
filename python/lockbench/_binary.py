"""Where the program is."""

from __future__ import annotations

import os
import shutil
import sysconfig
from pathlib import Path

from ._results import LockbenchError

NAME = "lockbench.exe" if os.name == "nt" else "lockbench"


def binary() -> str:
    """The path of the program: what `LOCKBENCH_BIN` names, else the one of this installation, else the first on PATH.

    Raises LockbenchError where there is none.
    """
    named = os.environ.get("LOCKBENCH_BIN")
    if named:
        return named
    user = sysconfig.get_preferred_scheme("user") if hasattr(sysconfig, "get_preferred_scheme") else f"{os.name}_user"
    # `pip install` puts it among the scripts, `pip install --target DIR` into `DIR/bin`.
    own = Path(__file__).parents[1] / "bin"
    for folder in (Path(sysconfig.get_path("scripts")), Path(sysconfig.get_path("scripts", user)), own):
        if os.access(folder / NAME, os.X_OK):
            return str(folder / NAME)
    found = shutil.which(NAME)
    if found is None:
        raise LockbenchError("there is no lockbench program: install the package with pip, or set LOCKBENCH_BIN to its path")
    return found
