/** Writes the manifests and commands of the plugin; a test holds that they are as this program writes them. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { pluginFiles } from './plugin-files.ts'

for (const [path, text] of pluginFiles()) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  console.log(path)
}
