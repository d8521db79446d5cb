"""What holds for every command: help, version, wrong input, closed pipes and Ctrl-C."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.program import PROGRAM, Terminal, environment, run

import sowfish
from sowfish.cli.main import ALIASES, COMMANDS

START = "4 4 4 4 4 4 0 / 4 4 4 4 4 4 0"
SMALL = "0 4 2 1 0 3 14 / 1 0 2 0 3 2 16"
HARD = "4 4 4 4 4 4 4 4 0 / 4 4 4 4 4 4 4 4 0"  # beyond every proof
FULL = Path("/dev/full")
GAME = Path(__file__).parent.parent.parent / "docs" / "games" / "kalah.txt"


def test_version_is_the_package_version() -> None:
    assert run("--version").stdout == f"sowfish {sowfish.__version__}\n"


def test_program_alone_says_what_to_try() -> None:
    shown = run()
    assert shown.returncode == 0
    examples = [line for line in shown.stdout.splitlines() if line.startswith("  sowfish ")]
    assert len(examples) == 3


@pytest.mark.parametrize("words", [("--help",), *((command, "-h") for command in (*COMMANDS, *ALIASES))])
def test_help_has_examples(words: tuple[str, ...]) -> None:
    shown = run(*words)
    assert shown.returncode == 0
    assert re.search("\n +Examples:\n( .*\n)* +sowfish ", shown.stdout)


def test_help_lists_every_command_and_loads_none() -> None:
    shown = run("--help").stdout
    assert [command for command in COMMANDS if f"\n  {command} " in shown] == list(COMMANDS)
    code = "import sys; from sowfish.cli.main import main; sys.argv[1:] = ['--help']; main(); print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert "rich" not in loaded.split()
    assert "sowfish.cli.commands.best" not in loaded.split()


def test_shells_get_completion() -> None:
    for shell in ("bash", "zsh", "fish"):
        assert "_SOWFISH_COMPLETE" in run(_SOWFISH_COMPLETE=f"{shell}_source").stdout
    completed = run(_SOWFISH_COMPLETE="bash_complete", COMP_WORDS="sowfish sh", COMP_CWORD="1").stdout
    assert completed == "plain,shell\n"
    completed = run(_SOWFISH_COMPLETE="bash_complete", COMP_WORDS="sowfish best --rules av", COMP_CWORD="3").stdout
    assert completed == "plain,avalanche\nplain,avalanche-sweep\n"
    completed = run(_SOWFISH_COMPLETE="bash_complete", COMP_WORDS="sowfish play --north perf", COMP_CWORD="3").stdout
    assert completed == "plain,perfect\n"


def test_module_is_the_program() -> None:
    command = [sys.executable, "-m", "sowfish", "--version"]
    shown = subprocess.run(command, capture_output=True, text=True, check=True)
    assert shown.stdout == run("--version").stdout


WRONG = [
    (["bst"], "No such command 'bst'; did you mean best?"),
    (["help"], "No such command 'help'; did you mean --help?"),
    (["hepl"], "No such command 'hepl'; did you mean --help?"),
    (["versions"], "No such command 'versions'; did you mean --version?"),
    (["frobnicate"], "No such command 'frobnicate'"),
    (["--frobnicate"], "No such option '--frobnicate'"),
    (["best"], "Missing argument 'POSITION'"),
    (["best", ""], "a position has two sides"),
    (["best", "garbage"], "a position has two sides with one / between them, not 1: 'garbage'"),
    (["best", "1 2 / 3"], "north has 1 number;"),
    (["best", "1 2 3 / 3 4"], "south has 2 pits and north has 1"),
    (["best", "1 2 / 3 400"], "north's store must hold 0 to 255 stones, not 400"),
    (["best", "-1 2 / 3 4"], "a number cannot be negative: '-1 2 / 3 4'"),
    (["best", "1 -2 / 3 4"], "south's store must hold 0 to 255 stones, not -2"),
    (["best", "1 \u0662 / 3 4"], "'\u0662' is not a number of stones"),
    (["best", "1 " * 5000], "a position text has at most 600 characters, not 10000"),
    (["best", "1 2 / 3 4 east"], "'east' is not a number of stones"),
    (["best", "chess: 1 2 / 3 4"], "unknown rules 'chess'"),
    (["best", "1 2 / 3 4", "--rules", "chess"], "unknown rules 'chess'"),
    (["best", "kalah: 1 2 / 3 4", "--rules", "events"], "the position names kalah, but --rules names events"),
    (["best", "1 2 / 3 4", "--view", "sofa"], "'sofa' is not one of 'table', 'phone'"),
    (["best", "0 2 / 3 4"], "there is nothing to play: the game is over in kalah: 0 2 / 3 4 south"),
    (["best", SMALL, "--time", "0"], "seconds must be a positive number, not 0.0"),
    (["best", SMALL, "--time", "nan"], "seconds must be a positive number, not nan"),
    (["best", SMALL, "--time", "-1"], "a number cannot be negative: '-1'"),
    (["best", SMALL, "--time", "soon"], "'soon' is not a valid float"),
    (["best", SMALL, "--objective", "fun"], "'fun' is not one of 'value', 'stones', 'difference'"),
    (["best", SMALL, "--to-move", "east"], "'east' is not one of 'south', 'north'"),
    (["best", SMALL, "--numbering", "roman"], "'roman' is not one of 'own', 'ring'"),
    (["solve"], "Missing argument 'POSITION"),
    (["solve", SMALL, "--threads", "0"], "0 is not in the range 1<=x<=256"),
    (["solve", SMALL, "--memory", "much"], "'much' is not a size such as 512M or 2G"),
    (["solve", SMALL, "--memory", "0"], "memory must be a positive number of bytes, not 0"),
    (["solve", "garbage"], "a position has two sides"),
    (["analyse"], "Give either a position or --file"),
    (["analyse", SMALL, "--file", "x"], "Give either a position or --file"),
    (["analyse", "0 2 / 3 4"], "there is nothing to analyse: the game is over in kalah: 0 2 / 3 4 south"),
    (["analyse", "--file", "/no/such/file"], "No such file or directory: '/no/such/file'"),
    (["analyse", "--file", "/"], "Is a directory: '/'"),
    (["move", START], "Missing argument 'PIT...'"),
    (["move", START, "6"], "there is no pit 6; pits are 0 to 5"),
    (["move", START, "-1"], "a number cannot be negative: '-1'"),
    (["move", START, "x"], "'x' is not a pit; pits are 0 to 5"),
    (["move", START, "\u0662"], "'\u0662' is not a pit"),
    (["move", START, "9" * 5000], "is not a pit; pits are 0 to 5"),
    (["move", "1 0 / 1 0", "0", "0"], "move 2: pit '0' cannot be played: the game is over"),
]


@pytest.mark.parametrize(("words", "message"), WRONG, ids=[message for _, message in WRONG])
def test_wrong_input_gets_one_sentence_and_exit_code_2(words: list[str], message: str) -> None:
    shown = run(*words)
    assert (shown.returncode, shown.stdout) == (2, "")
    assert shown.stderr.startswith("sowfish: ")
    assert message in shown.stderr
    assert shown.stderr.count("\n") == 1
    assert len(shown.stderr) < 300


def test_wrong_rules_in_the_environment_are_named() -> None:
    shown = run("best", START, SOWFISH_RULES="chess")
    assert shown.returncode == 2
    assert "SOWFISH_RULES" in shown.stderr
    assert "unknown rules 'chess'" in shown.stderr


def test_argument_that_is_not_utf8_is_rejected() -> None:
    command = [PROGRAM.encode(), b"best", b"\xff"]
    shown = subprocess.run(command, capture_output=True, check=False, env=environment())
    assert shown.returncode == 2
    assert shown.stderr.startswith(b"sowfish: a position has two sides")


def test_closed_pipe_ends_the_program_quietly() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    shown = subprocess.run([PROGRAM, "best", SMALL], stdout=writing, stderr=subprocess.PIPE, check=False)
    os.close(writing)
    assert (shown.returncode, shown.stderr) == (1, b"")


WRITERS = [
    ["best", SMALL],
    ["move", START, "2"],
    ["shell", START],
    ["play", "--south", "random", "--north", "random"],
    ["review", str(GAME)],
    ["--help"],
]


@pytest.mark.skipif(not FULL.exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize("words", WRITERS)
def test_full_disk_is_said_in_one_sentence(words: list[str]) -> None:
    with FULL.open("wb") as full:
        shown = subprocess.run(
            [PROGRAM, *words], input=b"d\n", stdout=full, stderr=subprocess.PIPE, env=environment(), check=False
        )
    assert (shown.returncode, shown.stderr) == (2, b"sowfish: No space left on device\n")


def test_file_that_may_not_be_written_is_named(tmp_path: Path) -> None:
    if os.geteuid() == 0:  # who may write everywhere, but not make files in the kernel's own folder
        place = Path("/sys/graph.svg")
        if not place.parent.is_mount():
            pytest.skip("the administrator may write everywhere here")
    else:
        place = tmp_path / "folder" / "graph.svg"
        place.parent.mkdir(mode=0o500)
    shown = run("review", str(GAME), "--svg", str(place))
    assert shown.returncode == 2
    assert re.fullmatch(f"sowfish: [A-Z][A-Za-z -]+: '{place}'\n", shown.stderr)


@pytest.mark.skipif(os.geteuid() == 0, reason="the administrator may read everything")
def test_file_that_may_not_be_read_is_named(tmp_path: Path) -> None:
    place = tmp_path / "game.txt"
    place.touch(mode=0o000)
    shown = run("review", str(place))
    assert (shown.returncode, shown.stderr) == (2, f"sowfish: Permission denied: '{place}'\n")


def test_closed_output_is_an_error_said_at_once() -> None:
    command = f'exec "{PROGRAM}" best "{HARD}" >&-'
    shown = subprocess.run(["/bin/sh", "-c", command], stderr=subprocess.PIPE, check=False)
    assert shown.returncode == 1
    assert shown.stderr == b"sowfish: standard output is closed, so there is nowhere to write the answer\n"


@pytest.mark.parametrize("command", ["best", "analyse", "solve"])
def test_interrupt_shows_what_is_known_and_ends_with_130(command: str) -> None:
    with Terminal(command, HARD, "--json", "--time", "60") as terminal:
        terminal.until(" s: ")  # the line that says how far it is
        terminal.interrupt()
        shown = terminal.end(code=130)
    assert json.loads(shown[shown.index("{") :])["kind"] in ("estimate", "bound")


@pytest.mark.parametrize("name", ["SOWFISH_RULES", "SOWFISH_VIEW", "SOWFISH_THREADS"])
def test_help_names_the_variables_that_stand_for_options(name: str) -> None:
    assert name in run("solve", "--help").stdout


def test_a_variable_stands_for_its_option() -> None:
    position = "4 4 4 4 4 4 0 / 4 4 4 4 4 4 0"
    refused = run("solve", position, SOWFISH_THREADS="0")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "0 is not in the range" in refused.stderr
    assert run("move", position, "2", SOWFISH_RULES="avalanche").stdout.startswith("avalanche")


GROUPS = {
    "table": ("build", "extend", "info", "list", "probe", "remove", "verify"),
    "certificate": ("check",),
    "learn": ("corpus", "show", "train", "verify"),
    "data": ("export",),
}
SCREENS = [(), *((command,) for command in COMMANDS), *((group, name) for group in GROUPS for name in GROUPS[group])]


@pytest.mark.parametrize("words", SCREENS, ids=" ".join)
def test_help_fits_80_columns_and_shows_no_markup(words: tuple[str, ...]) -> None:
    shown = run(*words, "--help", COLUMNS="80")
    assert shown.returncode == 0
    assert [line for line in shown.stdout.splitlines() if len(line) > 80] == []
    assert "\\b" not in shown.stdout


@pytest.mark.parametrize("group", ["certificate", "learn"])
def test_a_group_alone_shows_its_help(group: str) -> None:
    shown = run(group, COLUMNS="80")
    assert (shown.returncode, shown.stderr) == (0, "")
    assert shown.stdout == run(group, "--help", COLUMNS="80").stdout
