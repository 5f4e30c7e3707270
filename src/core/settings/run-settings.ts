import { dollars } from '../text/dollars.ts'
import type { AgentSpec, Config, HumanReview } from './config.ts'

/** Settings that a later call of `run` may change for an open run. */
export interface RunSettings {
  /** Null if every task names its own. */
  readonly worker: AgentSpec | null
  readonly judge: AgentSpec | undefined
  readonly parallel: number
  readonly usdPerRun: number
  readonly review: HumanReview | undefined
}

type Name = keyof RunSettings

interface Row<T> {
  read(config: Config): T
  write(config: Config, value: T): Config
  words(value: NonNullable<T>): string
}

const ROWS: { readonly [K in Name]: Row<RunSettings[K]> } = {
  worker: {
    read: ({ worker }) => worker,
    write: (config, worker) => ({ ...config, worker }),
    words: ({ name }) => `${name} works`,
  },
  parallel: limit('parallel', count => `${count} at once`),
  judge: {
    read: ({ judge }) => judge,
    write: (config, judge) => ({ ...config, judge }),
    words: ({ name }) => `${name} judges`,
  },
  usdPerRun: limit('usdPerRun', usd => `${dollars(usd)} at most`),
  review: {
    read: ({ review }) => review,
    write: (config, review) => (review === undefined ? config : { ...config, review }),
    words: review => `a human looks: ${review}`,
  },
}

function limit<K extends Name & keyof Config['limits']>(
  name: K,
  words: (value: NonNullable<Config['limits'][K]>) => string,
): Row<Config['limits'][K]> {
  return {
    read: ({ limits }) => limits[name],
    write: (config, value) => ({ ...config, limits: { ...config.limits, [name]: value } }),
    words,
  }
}

/** These settings of a run. */
export function settingsIn(config: Config, names: readonly Name[]): Partial<RunSettings> {
  return Object.fromEntries(names.map(name => [name, ROWS[name].read(config)]))
}

/** The settings that differ from the run's own. */
export function differingSettings(config: Config, settings: Partial<RunSettings>): Partial<RunSettings> {
  const isOther = (name: Name) => JSON.stringify(settings[name]) !== JSON.stringify(ROWS[name].read(config))
  return Object.fromEntries(namesIn(settings).flatMap(name => (isOther(name) ? [[name, settings[name]]] : [])))
}

/** The run's settings with these changes. */
export function withSettings(config: Config, settings: Partial<RunSettings>): Config {
  const write = <K extends Name>(at: Config, name: K): Config => {
    const value = settings[name]
    return value === undefined ? at : ROWS[name].write(at, value)
  }
  return namesIn(settings).reduce(write, config)
}

/** Whether these settings differ from the run's own in more than a later call of `run` may change. */
export function hasOtherSettings(config: Config, written: Config): boolean {
  const ofRun = (one: Config) =>
    ordered({ ...withSettings(one, settingsIn(config, Object.keys(ROWS) as Name[])), ...DERIVED })
  return JSON.stringify(ofRun(written)) !== JSON.stringify(ofRun(config))
}

/** Read from elsewhere than the settings: from the prompts of roles, the folders of the repository, the command line. */
const DERIVED = { prompts: null, areas: null, quick: null } as const

/** The same data with the keys of each table in one order. */
function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered)
  if (typeof value !== 'object' || value === null) return value
  return Object.entries(value)
    .filter(([, one]) => one !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, one]) => [name, ordered(one)])
}

/** Changed settings in words, one phrase each. */
export function settingsWords(settings: Partial<RunSettings>): readonly string[] {
  const words = <K extends Name>(name: K): readonly string[] => {
    const value = settings[name]
    return value === undefined || value === null ? [] : [ROWS[name].words(value)]
  }
  return namesIn(settings).flatMap(words)
}

/** Setting by setting, in the order of the table. */
const namesIn = (settings: Partial<RunSettings>): readonly Name[] =>
  (Object.keys(ROWS) as Name[]).filter(name => settings[name] !== undefined)
