import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ownRoot } from '../places/own-root.ts'
import { Problem } from '../problem.ts'

/** Claude Code reads the first one, Codex and Gemini the second, OpenCode both. */
const SKILL_FOLDERS = ['.claude/skills', '.agents/skills'] as const

/** A written or kept file, by its path in the repository. */
export interface WrittenFile {
  readonly path: string
  readonly is: 'written' | 'same' | 'kept'
}

/** Writes the skills into a repository; a file that was changed is kept. */
export function writeSkills(top: string): readonly WrittenFile[] {
  const from = join(ownRoot(), 'plugin', 'skills')
  return SKILL_FOLDERS.flatMap(folder =>
    readdirSync(from).map(name => {
      const path = `${folder}/${name}/SKILL.md`
      return { path, is: writeOnce(join(top, path), readFileSync(join(from, name, 'SKILL.md'), 'utf8')) }
    }),
  )
}

function writeOnce(file: string, text: string): WrittenFile['is'] {
  if (existsSync(file)) return readFileSync(file, 'utf8') === text ? 'same' : 'kept'
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  return 'written'
}

const SETTINGS = '.claude/settings.json'
const HOOK_COMMAND = 'pm-agent status --hook'

/** Adds the Stop hook to the settings of Claude Code in a repository, once, and leaves everything else there as it is. */
export function writeStopHook(top: string): WrittenFile {
  const file = join(top, SETTINGS)
  const settings = existsSync(file) ? settingsIn(file) : {}
  const { hooks = {} } = settings
  const { Stop = [] } = hooks
  if (JSON.stringify(Stop).includes(HOOK_COMMAND)) return { path: SETTINGS, is: 'same' }
  const entry = { hooks: [{ type: 'command', command: HOOK_COMMAND, timeout: 30 }] }
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify({ ...settings, hooks: { ...hooks, Stop: [...Stop, entry] } }, null, 2)}\n`)
  return { path: SETTINGS, is: 'written' }
}

interface ClaudeSettings {
  readonly hooks?: { readonly Stop?: readonly unknown[] }
}

function settingsIn(file: string): ClaudeSettings {
  const problem = new Problem(`${SETTINGS} is not a JSON object with a list of Stop hooks`, [
    `correct it, or add the hook by hand: a command hook for Stop that runs ${HOOK_COMMAND}`,
  ])
  try {
    const settings = JSON.parse(readFileSync(file, 'utf8'))
    const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)
    if (!isObject(settings) || !isObject(settings.hooks ?? {}) || !Array.isArray(settings.hooks?.Stop ?? []))
      throw problem
    return settings
  } catch {
    throw problem
  }
}
