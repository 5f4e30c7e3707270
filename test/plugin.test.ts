import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'smol-toml'
import { describe, expect, test } from 'vitest'
import { pluginFiles, skills } from '../scripts/plugin-files.ts'
import { cli } from '../src/surfaces/cli/cli.ts'
import { COMMANDS } from '../src/surfaces/cli/command-table.ts'
import { Project } from './rig/projects/project.ts'
import { SHELL_PROJECT } from './rig/projects/shell-project.ts'

const HERE = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string): string => readFileSync(join(HERE, path), 'utf8')
const NAMES = ['execute', 'pm-agent', 'superplanner']

/** Runs a command line in this process, in a repository. */
async function said(project: Project, ...args: readonly string[]) {
  const lines: string[] = []
  const terminal = {
    print: (text: string) => lines.push(text),
    warn: (text: string) => lines.push(text),
    colour: false,
  }
  const code = await cli(args, { cwd: project.dir, env: project.env(), terminal })
  return { code, out: lines.join('\n') }
}

describe('the plugin', () => {
  test('has exactly the manifests and commands that npm run plugin writes', () => {
    const files = pluginFiles()
    for (const [path, text] of files) expect(read(path), `${path}: run npm run plugin`).toBe(text)
    const commands = readdirSync(join(HERE, 'plugin/commands')).map(name => `plugin/commands/${name}`)
    expect(commands.filter(path => !files.has(path))).toEqual([])
  })

  test('names the same three skills everywhere, with the version of the package', () => {
    expect(skills().map(({ name }) => name)).toEqual(NAMES)
    expect(readdirSync(join(HERE, 'plugin/skills'))).toEqual(NAMES)
    const { version } = JSON.parse(read('package.json'))
    for (const path of ['.claude-plugin/plugin.json', '.codex-plugin/plugin.json', 'gemini-extension.json'])
      expect(JSON.parse(read(`plugin/${path}`)), path).toMatchObject({ name: 'pm-agent', version })
    for (const { name, description, body } of skills()) {
      const command = parse(read(`plugin/commands/${name}.toml`))
      expect(command).toEqual({ description, prompt: `${body.replaceAll('$ARGUMENTS', '{{args}}')}\n` })
      expect(command.prompt).toContain('{{args}}')
    }
  })

  test('tells every skill that only proven work is done, and lets none decide for the human', () => {
    for (const { name, body } of skills()) expect(body, name).toContain('Never call a task')
    for (const name of NAMES) {
      const [allowed = ''] = /^allowed-tools:.*$/m.exec(read(`plugin/skills/${name}/SKILL.md`)) ?? []
      expect(allowed).toContain('Bash(pm-agent ')
      expect(allowed, name).not.toMatch(/approve|waive|skip|revise|reject|risk:|risk accept|mcp/)
    }
  })

  test('calls commands and flags that exist', () => {
    const calls = NAMES.flatMap(name => [
      ...read(`plugin/skills/${name}/SKILL.md`).matchAll(/`pm-agent ([a-z]+)([^`]*)`/g),
    ])
    expect(calls.length).toBeGreaterThan(10)
    for (const [call, name, rest] of calls) {
      const command = COMMANDS.find(one => one.name === name)
      expect(command, call).toBeDefined()
      const flags = [...rest!.matchAll(/--[a-z-]+/g)].map(([flag]) => flag)
      for (const flag of flags) expect(Object.keys(command!.flags), call).toContain(flag.slice(2))
    }
  })

  test('has a square icon that catalogues accept', () => {
    const icon = readFileSync(join(HERE, 'plugin/.claude-plugin/icon.png'))
    expect(icon.subarray(1, 4).toString()).toBe('PNG')
    expect(icon.readUInt32BE(16)).toBe(icon.readUInt32BE(20))
    expect(icon.readUInt32BE(16)).toBeGreaterThanOrEqual(512)
  })
})

describe('init', () => {
  test('writes a line by which editors find the schema of the settings, and the schema', async () => {
    using project = await Project.with({ 'a.txt': 'a' })
    expect((await said(project, 'init')).code).toBe(0)
    const [first = ''] = project.read('pm-agent.yaml').split('\n')
    const [, path = ''] = /^# yaml-language-server: \$schema=(\S+)$/.exec(first) ?? []
    expect(JSON.parse(project.read(path))).toMatchObject({ title: 'pm-agent.yaml', additionalProperties: false })
    expect((await said(project, 'check')).out).not.toContain('pm-agent.yaml')
    await project.git('worktree', 'add', '--quiet', '../other')
    const other = { ...project, dir: join(project.root, 'other'), env: () => project.env() } as Project
    await said(other, 'init')
    expect(readFileSync(join(other.dir, 'pm-agent.yaml'), 'utf8')).not.toContain('yaml-language-server')
  })

  test('writes the skills for all agents, and keeps what somebody changed', async () => {
    using project = await Project.with(SHELL_PROJECT)
    expect((await said(project, 'init', '--skills')).code).toBe(0)
    for (const name of NAMES)
      for (const folder of ['.claude', '.agents'])
        expect(project.read(`${folder}/skills/${name}/SKILL.md`)).toBe(read(`plugin/skills/${name}/SKILL.md`))
    project.write({ '.claude/skills/execute/SKILL.md': 'mine' })
    const { out } = await said(project, 'init', '--skills')
    expect(out).toContain('.claude/skills/execute/SKILL.md differs from ours and was not changed.')
    expect(project.read('.claude/skills/execute/SKILL.md')).toBe('mine')
    expect(existsSync(join(project.dir, '.claude/settings.json'))).toBe(false)
  })

  test('adds the Stop hook once and leaves other settings as they are', async () => {
    using project = await Project.with(SHELL_PROJECT)
    const other = { hooks: [{ type: 'command', command: 'make lint' }] }
    project.write({ '.claude/settings.json': JSON.stringify({ model: 'opus', hooks: { Stop: [other] } }) })
    await said(project, 'init', '--stop-hook')
    expect((await said(project, 'init', '--stop-hook')).out).toContain('.claude/settings.json is there already.')
    const { model, hooks } = JSON.parse(project.read('.claude/settings.json'))
    const command = 'pm-agent status --hook'
    expect([model, hooks]).toEqual(['opus', { Stop: [other, { hooks: [{ type: 'command', command, timeout: 30 }] }] }])
    project.write({ '.claude/settings.json': '[1' })
    expect(await said(project, 'init', '--stop-hook')).toMatchObject({
      code: 2,
      out: expect.stringContaining('.claude/settings.json is not a JSON object'),
    })
  })
})
