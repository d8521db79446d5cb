"""Players of another package that do everything a player must not do, as pip installs them."""

from pathlib import Path

MODULE = '''
import os, time
from sowfish.players import Player

class Rude(Player):
    def choose(self, position, clock):
        return position.legal_pits[0]

class Killer(Rude):
    """Takes its process down in the middle of a game."""
    def choose(self, position, clock):
        if position.store(position.to_move) > 3:
            os.kill(os.getpid(), 9)
        return position.legal_pits[0]

class Hanger(Rude):
    """Never answers."""
    def choose(self, position, clock):
        time.sleep(1000)

class Cheater(Rude):
    """Plays a pit that does not exist."""
    def choose(self, position, clock):
        return 99

class Faulty(Rude):
    """Fails."""
    def choose(self, position, clock):
        raise RuntimeError("no idea")

class Talker(Rude):
    """Says what cannot be written, at length."""
    def choose(self, position, clock):
        raise RuntimeError("\\ud800 half\\n\\x1b[31m" + 10_000_000 * "x")

class Printer(Rude):
    """Prints what it should keep to itself."""
    def choose(self, position, clock):
        print('{"games": -1}', flush=True)
        os.write(1, b"noise")
        return position.legal_pits[0]

class Eater(Rude):
    """Takes more memory than there is for it."""
    def choose(self, position, clock):
        self.kept = bytearray(1 << 34)
        return position.legal_pits[0]

class Escaper(Rude):
    """Starts a process that leaves its session and its parents."""
    def choose(self, position, clock):
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                with open(os.environ["ESCAPED"], "a") as file:
                    print(os.getpid(), file=file)
                time.sleep(1000)
            os._exit(0)
        return position.legal_pits[0]

class Blocker(Rude):
    """Keeps all of Python waiting, threads that watch the clock included."""
    def choose(self, position, clock):
        import re
        re.match("(a+)+$", 60 * "a" + "b")
'''
NAMES = ("killer", "hanger", "cheater", "faulty")
WORSE = ("talker", "printer", "eater", "escaper", "blocker")


def install(folder: Path) -> None:
    """Put the package into a folder that is to be on the path."""
    (folder / "rude_players.py").write_text(MODULE)
    metadata = folder / "rude-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: rude\nVersion: 1.0\n")
    lines = [f"{name} = rude_players:{name.title()}" for name in NAMES + WORSE]
    (metadata / "entry_points.txt").write_text("\n".join(["[sowfish.players]", *lines, ""]))
