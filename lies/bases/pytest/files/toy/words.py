import re


def slug(text):
    """A text as it can stand in an address."""
    return re.sub(r"[^a-z0-9]+", "-", text.strip().lower()).strip("-")


def initials(name):
    """The first letters of a name's parts, as capitals."""
    return "".join(part[0].upper() for part in name.split())
