"""Learning as users do it: real processes, killed, resumed, and files that are wrong."""

import json
import re
import subprocess
import time
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
from tests.cli.program import PROGRAM, Terminal, environment, run
from tests.learn.tiny import corpus

from sowfish.learn import corpus_file
from sowfish.learn.corpus_file import Corpus
from sowfish.nets.net import Net

needs_torch = pytest.mark.skipif(find_spec("torch") is None, reason="no torch here: pip install torch")
SMALL = ("--rules", "kalah,pits=3", "--stones", "1-3", "--player", "random", "--player", "greedy", "--table", "6")
SLOW = (*SMALL, "--games", "40", "--part", "4", "--player", "montecarlo:playouts=200")  # long enough to be interrupted


@pytest.fixture(name="whole", scope="module")
def _whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Return the corpus of a run that nothing interrupts, by one process."""
    place = tmp_path_factory.mktemp("whole") / "whole.npz"
    ended = run("learn", "corpus", str(place), *SLOW, "--jobs", "1")
    assert ended.returncode == 0, ended.stderr
    assert "with a proven value" in ended.stdout
    assert [path.name for path in place.parent.iterdir()] == ["whole.npz"]
    return place.read_bytes()


def until_some(folder: Path, process: "subprocess.Popen[bytes]") -> None:
    deadline = time.monotonic() + 60
    while not any(folder.glob("[0-9]*.npz")):
        assert process.poll() is None, "it has ended already"
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_a_killed_run_resumes_to_the_same_corpus_with_more_processes(tmp_path: Path, whole: bytes) -> None:
    place = tmp_path / "killed.npz"
    words = ("learn", "corpus", str(place), *SLOW, "--jobs", "2")
    with subprocess.Popen([PROGRAM, *words], env=environment(), stdout=subprocess.DEVNULL) as process:
        until_some(tmp_path / "killed.npz.parts", process)
        process.kill()
    assert not place.exists()
    ended = run(*words)
    assert ended.returncode == 0, ended.stderr
    assert "going on with the parts" in ended.stderr
    assert place.read_bytes() == whole
    assert not (tmp_path / "killed.npz.parts").exists()


def test_ctrl_c_keeps_what_is_done_and_another_plan_does_not_mix_with_it(tmp_path: Path, whole: bytes) -> None:
    place = tmp_path / "stopped.npz"
    words = ("learn", "corpus", str(place), *SLOW, "--jobs", "1")
    with Terminal(*words, columns=60) as terminal:
        until_some(tmp_path / "stopped.npz.parts", terminal.process)
        terminal.type("\x03")
        shown = terminal.end(130)
    assert "repeat the command to resume" in shown
    other = run(*words, "--seed", "2")
    assert other.returncode == 2
    assert "has parts of a different corpus: its seed is 1, not 2" in other.stderr
    assert run(*words).returncode == 0
    assert place.read_bytes() == whole
    again = run(*words, "--json")
    assert "is there already" in again.stderr
    assert json.loads(again.stdout)["plan"]["games"] == 40
    other = run(*words, "--seed", "2")
    assert other.returncode == 2
    assert "is a different corpus: its seed is 1, not 2" in other.stderr


def test_a_sample_is_proven_anew(tmp_path: Path) -> None:
    place = tmp_path / "games.npz"
    place.write_bytes(corpus_file.pack(corpus()))
    ended = run("learn", "verify", str(place), "--sample", "50")
    assert ended.returncode == 0
    assert re.search(r"games\.npz: 50 positions proven anew; [\d,]+ values compared, all of them right", ended.stdout)
    assert run("learn", "verify", str(place), "--sample", "50").stdout == ended.stdout
    place.write_bytes(corpus_file.pack(with_wrong_labels()))
    ended = run("learn", "verify", str(place), "--sample", "5000")
    assert ended.returncode == 1
    assert re.search(r"4,850 positions proven anew; [\d,]+ values compared, 2 wrong", ended.stdout)
    answer = json.loads(run("learn", "verify", str(place), "--sample", "5000", "--json").stdout)
    assert [wrong["said"] - wrong["low"] for wrong in answer["wrong"]] == [2, 2]


def with_wrong_labels() -> Corpus:
    """Return a corpus that says of one best move, and so of its position, that it gains two stones too many."""
    whole = corpus()
    gains, value = whole.gains.copy(), whole.value.copy()
    row = int(np.flatnonzero((whole.rest > 20) & (np.abs(whole.value) < 5))[0])
    pit = int(gains[row].argmax())
    assert (gains[row] == gains[row, pit]).sum() == 1
    gains[row, pit] += 2
    value[row] += 2
    parts = {name: getattr(whole, name) for name in corpus_file.KINDS}
    return Corpus(whole.header, **{**parts, "gains": gains, "value": value})


def test_damaged_parts_are_named(tmp_path: Path) -> None:
    folder = tmp_path / "games.npz.parts"
    folder.mkdir()
    (folder / "000000.npz").write_bytes(b"PK but no more")
    ended = run("learn", "corpus", str(tmp_path / "games.npz"), *SMALL, "--games", "4")
    assert ended.returncode == 2
    assert ended.stderr.count("\n") == 2  # it also says that it goes on
    assert "000000.npz is damaged" in ended.stderr


@pytest.mark.slow
@needs_torch
def test_a_net_is_trained_and_shown(tmp_path: Path) -> None:
    corpus, net, plot = (str(tmp_path / name) for name in ("games.npz", "tiny.net", "curves.svg"))
    assert run("learn", "corpus", corpus, *SMALL, "--games", "80").returncode == 0
    shown = run("learn", "show", corpus)
    assert "kalah,pits=3, 100.0 % with a proven value" in shown.stdout
    words = ("learn", "train", corpus, "--output", net, "--plot", plot, "--epochs", "2", "--widths", "16,8")
    ended = run(*words, "--json", "--rules", "kalah,pits=3")
    assert ended.returncode == 0, ended.stderr
    assert json.loads(ended.stdout) == {"file": net, **Net.load(net).record}
    assert Net.load(net).layout.widths == (16, 8)
    picture = Path(plot).read_text()
    assert picture.count("<polyline") == 4


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("corpus", "NEW", "--player", "gredy"), "did you mean greedy"),
        (("corpus", "NEW", "--player", "human"), "no person to ask"),
        (("corpus", "NEW", "--stones", "six"), "'six' is no number such as 4 or range such as 2-6"),
        (("corpus", "NEW", "--openings", "mirrored,far"), "'mirrored,far' is no list of start, mirrored"),
        (("corpus", "NEW", "--games", "0"), "games must be from 1"),
        (("corpus", "NEW", "--jobs", "1", "--cluster", "tcp://127.0.0.1:9"), "Give either --jobs or --cluster"),
        (("corpus", "NO/NEW", "--games", "1"), "There is no folder"),
        pytest.param(("train", "TEXT", "--output", "NEW"), "is not a corpus", marks=needs_torch),
        pytest.param(("train", "NOWHERE", "--output", "NEW"), "no such file", marks=needs_torch),
        (("train", "TEXT", "--output", "NEW", "--widths", "64"), "'64' is not two numbers such as 64,32"),
        (("train", "TEXT"), "Missing option '--output'"),
        (("show", "TEXT"), "is not a corpus"),
        (("verify", "TEXT"), "is not a corpus"),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(tmp_path: Path, words: tuple[str, ...], sentence: str) -> None:
    (tmp_path / "TEXT").write_text("no corpus")
    files = {"TEXT", "NEW", "NOWHERE", "NO/NEW"}
    ended = run("learn", *(str(tmp_path / word) if word in files else word for word in words))
    assert ended.returncode == 2
    assert sentence in ended.stderr
    assert ended.stderr.startswith("sowfish: ")
    assert ended.stderr.count("\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["TEXT"]


def test_without_the_extra_it_says_what_to_install(tmp_path: Path) -> None:
    code = "import sys; sys.modules['torch'] = None; sys.argv = ['sowfish', 'learn', 'train', 'a', '--output', 'b']\n"
    code += "from sowfish.cli.main import main; sys.exit(main())"
    python = str(Path(PROGRAM).with_name("python"))
    words = [python, "-c", code]
    ended = subprocess.run(words, capture_output=True, text=True, check=False, cwd=tmp_path, env=environment())
    assert ended.returncode == 2
    assert ended.stderr == "sowfish: learning needs torch: pip install 'sowfish[learn]'\n"
