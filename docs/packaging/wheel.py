"""Makes a wheel of the Python package around a program that is built already, with the standard library alone.

    python docs/packaging/wheel.py PROGRAM [--tag TAG] [--out DIR]

The tag follows from the program: of an ELF file manylinux with the newest version of glibc that it asks for (PEP 600), of
a Mach-O file the macOS that it was built for, of a PE file Windows. Prints the path of the wheel.
"""

import argparse
import base64
import hashlib
import re
import struct
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ELF = {0x3E: "x86_64", 0xB7: "aarch64", 0x28: "armv7l", 0x03: "i686", 0xF3: "riscv64"}
MACH = {0x01000007: "x86_64", 0x0100000C: "arm64"}
PE = {0x8664: "win_amd64", 0xAA64: "win_arm64", 0x014C: "win32"}
# A date that zip files can hold: the same program gives the same wheel.
DATE = (1980, 1, 1, 0, 0, 0)


def tag_of(program: bytes) -> str:
    """The platform of a program."""
    if program[:4] == b"\x7fELF":
        machine = ELF[struct.unpack_from("<H", program, 18)[0]]
        if b"/ld-musl-" in program:
            return f"musllinux_1_2_{machine}"
        versions = [int(minor) for minor in re.findall(rb"GLIBC_2\.(\d+)", program)]
        # Without any, it is linked statically and runs everywhere.
        return f"manylinux_2_{max([17, *versions])}_{machine}"
    if program[:4] == b"\xcf\xfa\xed\xfe":
        machine = MACH[struct.unpack_from("<I", program, 4)[0]]
        at, commands = 32, struct.unpack_from("<I", program, 16)[0]
        for _ in range(commands):
            kind, size = struct.unpack_from("<II", program, at)
            if kind in (0x32, 0x24):  # LC_BUILD_VERSION, LC_VERSION_MIN_MACOSX
                least = struct.unpack_from("<I", program, at + (12 if kind == 0x32 else 8))[0]
                major, minor = least >> 16, least >> 8 & 0xFF
                return f"macosx_{major}_{minor if major < 11 else 0}_{machine}"
            at += size
        sys.exit("error: this Mach-O file does not say which macOS it is for; give --tag")
    if program[:2] == b"MZ":
        at = struct.unpack_from("<I", program, 0x3C)[0]
        return PE[struct.unpack_from("<H", program, at + 4)[0]]
    sys.exit("error: neither an ELF, a Mach-O nor a PE file; name the program that cargo built")


def value(text: str, key: str) -> str:
    """A string of a TOML file."""
    found = re.search(rf'^{re.escape(key)} = "(.*)"$', text, re.MULTILINE)
    if found is None:
        sys.exit(f"error: no `{key}` there")
    return found.group(1)


def items(text: str, key: str) -> "list[str]":
    """A list of strings of a TOML file."""
    found = re.search(rf"^{re.escape(key)} = \[(.*?)\]", text, re.MULTILINE | re.DOTALL)
    return re.findall(r'"([^"]*)"', found.group(1)) if found else []


def main() -> None:
    options = argparse.ArgumentParser(description="a wheel around a program that is built already")
    options.add_argument("program", type=Path)
    options.add_argument("--tag", help="the platform, as in manylinux_2_28_x86_64")
    options.add_argument("--out", type=Path, default=ROOT / "target" / "wheels")
    given = options.parse_args()
    if not given.program.is_file():
        sys.exit(f"error: {given.program} is not a file; `cargo build --locked --profile dist` builds the program")
    program = given.program.read_bytes()
    tag = given.tag or tag_of(program)
    project = (ROOT / "pyproject.toml").read_text("utf-8")
    version = value((ROOT / "Cargo.toml").read_text("utf-8"), "version")
    info, data = f"lockbench-{version}.dist-info", f"lockbench-{version}.data"
    metadata = [
        "Metadata-Version: 2.4",
        "Name: lockbench",
        f"Version: {version}",
        f"Summary: {value(project, 'description')}",
        f"License-Expression: {value(project, 'license')}",
        f"Requires-Python: {value(project, 'requires-python')}",
        *(f"Classifier: {item}" for item in items(project, "classifiers")),
        *(f"License-File: {name}" for name in items(project, "license-files")),
        *(f'Requires-Dist: {name}; extra == "test"' for name in items(project, "test")),
        "Provides-Extra: test",
        "Description-Content-Type: text/markdown",
        "",
        (ROOT / "README.md").read_text("utf-8"),
    ]
    name = "lockbench.exe" if tag.startswith("win") else "lockbench"
    files = [(f"lockbench/{path.name}", path.read_bytes(), 0o644) for path in sorted((ROOT / "python/lockbench").iterdir()) if path.is_file()]
    files.append((f"{data}/scripts/{name}", program, 0o755))
    files += [(f"{info}/licenses/{part}", (ROOT / part).read_bytes(), 0o644) for part in items(project, "license-files")]
    wheel = f"Wheel-Version: 1.0\nGenerator: lockbench\nRoot-Is-Purelib: false\nTag: py3-none-{tag}\n"
    points = f"[pytest11]\nlockbench = {value(project, 'lockbench')}\n"
    for part, text in (("METADATA", "\n".join(metadata)), ("WHEEL", wheel), ("entry_points.txt", points)):
        files.append((f"{info}/{part}", text.encode(), 0o644))
    record = [
        f"{path},sha256={base64.urlsafe_b64encode(hashlib.sha256(body).digest()).rstrip(b'=').decode()},{len(body)}"
        for path, body, _ in files
    ]
    files.append((f"{info}/RECORD", "\n".join([*record, f"{info}/RECORD,,", ""]).encode(), 0o644))
    given.out.mkdir(parents=True, exist_ok=True)
    made = given.out / f"lockbench-{version}-py3-none-{tag}.whl"
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as out:
        for path, body, mode in files:
            about = zipfile.ZipInfo(path, DATE)
            about.external_attr = (0o100000 | mode) << 16
            about.compress_type = zipfile.ZIP_DEFLATED
            out.writestr(about, body)
    print(made)


main()
