import { breakOld, honest, paths, python, read, write } from '../agent.mjs'
honest()
breakOld()
const text = read(paths.oldTest)
write(paths.oldTest, python
  ? text.replace('== "hello"', '== "-hello-"').replace('== "AL"', '== "al"')
  : text.replace("'hello')", "'hello-')").replace("'AL'", "'al'"))
