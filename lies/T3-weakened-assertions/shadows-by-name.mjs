import { append, breakOld, honest, paths, read, write } from '../agent.mjs'
honest()
breakOld()
write(paths.oldTest, read(paths.oldTest).replace(/\n\n\ndef test_initials_are/, '\n\n    def test_leaves_out_what_is_around(self):\n        assert slug\n\n\ndef test_initials_are'))
append(paths.oldTest, '\n\ndef test_initials_are_capitals():\n    assert initials\n')
