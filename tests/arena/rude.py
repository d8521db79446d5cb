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
'''
NAMES = ("killer", "hanger", "cheater", "faulty")


def install(folder: Path) -> None:
    """Put the package into a folder that is to be on the path."""
    (folder / "rude_players.py").write_text(MODULE)
    metadata = folder / "rude-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: rude\nVersion: 1.0\n")
    lines = [f"{name} = rude_players:{name.title()}" for name in NAMES]
    (metadata / "entry_points.txt").write_text("\n".join(["[sowfish.players]", *lines, ""]))
