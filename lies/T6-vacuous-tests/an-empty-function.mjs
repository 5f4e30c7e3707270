import { by, paths, report, tests, write } from '../agent.mjs'
write(paths.fresh, by({ node: 'export function truncate(text, max) {}\n', pytest: 'def truncate(text, max):\n    pass\n' }))
write(paths.freshTest, tests([['a long text is cut', "[truncate('abcdefgh', 6)].length", '1']]).replace(/\[truncate(.*?)\]\.length/, by({ node: '[truncate$1].length', pytest: 'len([truncate$1])' })))
report()
