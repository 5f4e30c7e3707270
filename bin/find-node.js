// Plain JavaScript for any Node from 20 on.
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** A Node that can run pm-agent: this one (null), or the path of the package that came along; or the problem, and a remedy. */
export function findNode() {
  const { platform, arch } = process
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (platform === 'win32')
    return { problem: 'Windows is not supported', hint: 'install pm-agent inside WSL, where it runs as on Linux' }
  if (major > 24 || (major === 24 && minor >= 15)) return { node: null }
  const name = `node-${platform}-${arch}`
  try {
    return { node: join(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), 'bin', 'node') }
  } catch {
    return {
      problem: `Node ${process.versions.node} is too old, and its own Node, the package ${name}, is not installed`,
      hint: 'install Node 24.15 or newer; on Linux x64 and arm64, installing pm-agent with its optional dependencies is enough',
    }
  }
}
