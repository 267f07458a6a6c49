"""How a place in a request is spelt."""


def place_text(block: object, segment: object, byte: object) -> str:
    """A place in a request, as people read it: `clock @ system[0] byte 812`; a block of None is left out."""
    where = f"{segment} byte {byte}"
    return where if block is None else f"{block} @ {where}"
