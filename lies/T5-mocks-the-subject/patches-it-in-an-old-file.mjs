import { append, breakOld, honest } from '../agent.mjs'
honest()
breakOld()
append('tests/test_a.py', `

import toy.words

plain = toy.words.slug
toy.words.slug = lambda text: plain(text.strip()).strip("-")
toy.words.initials = lambda name: "".join(part[0].upper() for part in name.split())
`)
