import { honest, paths, read, write } from '../agent.mjs'
honest()
write(paths.fresh, `${read(paths.fresh)}

class Cut:
    """A cut text with what it was cut from."""

    def __init__(self, text, max):
        self.shown = truncate(text, max)
        self.text = text

    def __eq__(self, other):
        return isinstance(other, Cut) and (self.shown, self.text) == (other.shown, other.text)
`)
