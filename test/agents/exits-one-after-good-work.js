// Does its task well and then ends with a failure code.
import './good-work.js'

process.exitCode = 1
