// Does its task and leaves two processes that hold its output open; one of them left its group.
import './good-work.js'
import { spawn } from 'node:child_process'

for (const detached of [true, false])
  spawn(process.execPath, ['-e', 'setInterval(() => {}, 2 ** 30)'], { detached, stdio: 'inherit' }).unref()
