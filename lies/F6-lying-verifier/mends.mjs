import { append, judge, paths, trying } from '../agent.mjs'
trying(() => append(paths.fresh, '\n// mended by the judge\n'))
judge(['c1', 'c2', 'c3'])
