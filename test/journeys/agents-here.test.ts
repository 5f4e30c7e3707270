import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Project } from '../rig/projects/project.ts'
import { SHELL_PROJECT } from '../rig/projects/shell-project.ts'

/** A machine with these programs on the PATH, each of which says its version. */
async function machine(programs: Readonly<Record<string, string>>) {
  const project = await Project.with(SHELL_PROJECT)
  const bin = join(project.root, 'bin')
  mkdirSync(bin)
  for (const [name, version] of Object.entries(programs))
    writeFileSync(join(bin, name), `#!/bin/sh\necho "${version}"\n`, { mode: 0o755 })
  return { project, path: `${bin}:${process.env.PATH}` }
}

test('doctor and init list installed agents, tested versions and apparent logins', async () => {
  const { project, path } = await machine({ claude: '2.1.300 (Claude Code)', codex: 'codex-cli 0.166.0' })
  using user = project
  const env = { PATH: path, OPENAI_API_KEY: 'never-shown' }
  const findings: readonly { readonly what: string }[] = JSON.parse(
    (await user.start(['doctor', '--json'], { env }).done).stdout,
  )
  expect(findings.filter(({ what }) => /^agent (claude|codex)$/.test(what))).toEqual([
    {
      what: 'agent claude',
      found: '2.1.300 (not tested), no login was found',
      verdict: 'optional',
      hint: 'pm-agent is tested with 2.1.325: other versions may print or count differently; start claude once to log in, or set ANTHROPIC_API_KEY',
    },
    { what: 'agent codex', found: '0.166.0, apparently logged in', verdict: 'good' },
  ])
  const init = await user.start(['init'], { env }).done
  expect(init.stdout).toContain('Agent codex: 0.166.0, apparently logged in\n')
  // The one that nothing speaks against.
  expect(init.stdout).toContain('pm-agent run --agent codex')
  expect(init.stdout).not.toContain('never-shown')
})
