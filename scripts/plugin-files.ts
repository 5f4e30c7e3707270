import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'

const HERE = fileURLToPath(new URL('..', import.meta.url))
const NAME = 'pm-agent'

/** The front matter of a skill, and its text. */
interface Skill {
  readonly name: string
  readonly description: string
  readonly body: string
}

/** Every generated file of the plugin by its path in the repository: from the manifest of the package and the skills alone. */
export function pluginFiles(): ReadonlyMap<string, string> {
  const { version, description, license } = JSON.parse(readFileSync(join(HERE, 'package.json'), 'utf8'))
  const about = { name: NAME, version, description }
  const author = { name: NAME }
  const mcpServers = { [NAME]: { command: NAME, args: ['mcp'] } }
  const claudeMarket = (source: string) => ({
    name: NAME,
    owner: author,
    metadata: { description, version },
    plugins: [{ name: NAME, source, description, version }],
  })
  const codexMarket = (path: string) => ({ name: NAME, plugins: [{ name: NAME, source: { source: 'local', path } }] })
  const json: Readonly<Record<string, object>> = {
    '.claude-plugin/marketplace.json': claudeMarket('./plugin'),
    '.agents/plugins/marketplace.json': codexMarket('./plugin'),
    'plugin/.claude-plugin/plugin.json': {
      ...about,
      author,
      license,
      keywords: ['plan', 'tasks', 'verification', 'project management'],
    },
    'plugin/.claude-plugin/marketplace.json': claudeMarket('./'),
    'plugin/.codex-plugin/plugin.json': { ...about, skills: './skills/', mcpServers: './.mcp.json' },
    'plugin/.agents/plugins/marketplace.json': codexMarket('./'),
    'plugin/.mcp.json': { mcpServers },
    'plugin/gemini-extension.json': { ...about, mcpServers },
  }
  return new Map([
    ...Object.entries(json).map(([path, value]) => [path, `${JSON.stringify(value, null, 2)}\n`] as const),
    ...skills().map(skill => [`plugin/commands/${skill.name}.toml`, geminiCommand(skill)] as const),
  ])
}

export function skills(): readonly Skill[] {
  const dir = join(HERE, 'plugin', 'skills')
  return readdirSync(dir).map(name => {
    const text = readFileSync(join(dir, name, 'SKILL.md'), 'utf8')
    const [, matter, body] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? []
    if (matter === undefined || body === undefined) throw new Error(`${name}/SKILL.md has no front matter`)
    return { ...(parse(matter) as Omit<Skill, 'body'>), body: body.trim() }
  })
}

/** Gemini offers skills to the model only; a command that a person can type is a file of this kind. */
const geminiCommand = ({ description, body }: Skill): string =>
  `description = ${JSON.stringify(description)}\nprompt = """\n${escaped(body.replaceAll('$ARGUMENTS', '{{args}}'))}\n"""\n`

const escaped = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('"""', '\\"\\"\\"')
