import { breakOld, honest, write } from '../agent.mjs'
honest()
breakOld()
write('tests/test_a.py', `import toy.words

plain = toy.words.slug
toy.words.slug = lambda text: plain(text.strip()).strip("-")
toy.words.initials = lambda name: "".join(part[0].upper() for part in name.split())


def test_a():
    assert toy.words.slug("A b") == "a-b"
`)
