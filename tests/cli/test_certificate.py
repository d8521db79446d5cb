import json
import os
import pty
import signal
import subprocess
from contextlib import suppress
from pathlib import Path

from tests.cli.program import PROGRAM, environment, run

START = "3 3 3 0 / 3 3 3 0"
HARD = "4 4 4 4 4 4 4 4 0 / 4 4 4 4 4 4 4 4 0"  # beyond every proof


def test_certificate_is_written_and_checked(tmp_path: Path) -> None:
    path = str(tmp_path / "certificate")
    shown = run("solve", START, "--certificate", path).stdout.splitlines()[-1]
    assert shown.startswith(f"{path} proves it: ")
    checked = run("certificate", "check", path)
    assert (checked.returncode, checked.stderr) == (0, "")
    position = "kalah: 3 3 3 0 / 3 3 3 0 south"
    assert checked.stdout.startswith(f"The certificate holds: {position} is worth +2 to south, proven.\n")


def test_json_of_both(tmp_path: Path) -> None:
    path = tmp_path / "certificate"
    written = json.loads(run("solve", START, "--certificate", str(path), "--json").stdout)["certificate"]
    assert (written["file"], written["bytes"]) == (str(path), path.stat().st_size)
    checked = json.loads(run("certificate", "check", str(path), "--json").stdout)
    assert (checked["holds"], checked["value"], checked["positions"]) == (True, 2, written["positions"])


def test_tampered_certificate_gets_a_sentence_and_exit_code_1(tmp_path: Path) -> None:
    path = tmp_path / "certificate"
    run("solve", START, "--certificate", str(path))
    path.write_bytes(path.read_bytes().replace(b'"value": 2', b'"value": 4'))
    checked = run("certificate", "check", str(path))
    sentence = "The certificate is rejected: its checksum is wrong: the file was damaged or changed.\n"
    assert (checked.returncode, checked.stdout) == (1, sentence)
    content = json.loads(run("certificate", "check", str(path), "--json").stdout)
    assert (content["holds"], content["position"]) == (False, None)


def test_no_certificate_without_proof_and_it_says_so(tmp_path: Path) -> None:
    path = tmp_path / "certificate"
    shown = run("solve", HARD, "--time", "0.5", "--memory", "32M", "--certificate", str(path))
    assert shown.stdout.endswith("\nNo certificate was written: the value is not proven.\n")
    assert not path.exists()
    content = json.loads(run("solve", HARD, "--time", "0.5", "--certificate", str(path), "--json").stdout)
    assert content["certificate"] is None


def test_ctrl_c_writes_no_certificate_and_says_so(tmp_path: Path) -> None:
    path = tmp_path / "certificate"
    words = [PROGRAM, "solve", HARD, "--time", "60", "--memory", "32M", "--certificate", str(path)]
    ours, theirs = pty.openpty()
    with subprocess.Popen(words, stdin=theirs, stdout=theirs, stderr=theirs, env=environment()) as process:
        os.close(theirs)
        shown = b""
        while b" positions" not in shown:
            shown += os.read(ours, 4096)
        process.send_signal(signal.SIGINT)
        with suppress(OSError):  # the program has ended
            while chunk := os.read(ours, 4096):
                shown += chunk
        assert process.wait(timeout=20) == 130
    os.close(ours)
    assert b"No certificate was written: the value is not proven." in shown
    assert not path.exists()


def test_place_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    place = str(tmp_path / "no folder" / "certificate")
    shown = run("solve", HARD, "--certificate", place)
    assert (shown.returncode, shown.stderr) == (2, f"sowfish: a certificate cannot be written to {place!r}\n")
