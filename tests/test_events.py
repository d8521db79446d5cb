from sowfish import Cell, Side


def test_each_side_is_the_other_of_its_other() -> None:
    assert Side.SOUTH.other is Side.NORTH
    assert Side.NORTH.other is Side.SOUTH


def test_the_ring_runs_through_souths_pits_and_store_and_then_norths() -> None:
    south = [Cell(Side.SOUTH, 0), Cell(Side.SOUTH, 1), Cell(Side.SOUTH, None)]
    north = [Cell(Side.NORTH, 0), Cell(Side.NORTH, 1), Cell(Side.NORTH, None)]
    assert [Cell.on_ring(index, 2) for index in range(6)] == south + north


def test_cells_read_as_words() -> None:
    assert str(Cell(Side.SOUTH, 3)) == "south's pit 3"
    assert str(Cell(Side.NORTH, None)) == "north's store"
