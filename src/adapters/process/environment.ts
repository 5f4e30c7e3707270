import { existsSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'

/** Environment variables as a process gets them. */
export type Environment = Readonly<Record<string, string>>
type UserEnvironment = Readonly<Record<string, string | undefined>>

/** The user's additions for commands: their own variables by name, and values. */
export interface Extra {
  readonly pass?: readonly string[]
  readonly set: Environment
}
const NOTHING: Extra = { set: {} }

/** Identity, locale and search paths. No credentials. */
const PERSONAL = /^(?:PATH|HOME|USER|LOGNAME|SHELL|LANG|LC_.*|TERM|TZ|TMPDIR|XDG_.*)$/
const NETWORK =
  /^(?:(?:HTTPS?|ALL|NO)_PROXY|SSL_CERT_(?:FILE|DIR)|NODE_EXTRA_CA_CERTS|REQUESTS_CA_BUNDLE|CURL_CA_BUNDLE)$/i

/** Package registries. Other npm_config_ names describe the npm that started us, not the user's wishes. */
const REGISTRIES =
  /^(?:npm_config_(?:registry|userconfig|globalconfig|cafile|strict_ssl|proxy|https_proxy|noproxy|.*[:/].*)|(?:NPM|NODE_AUTH)_TOKEN|(?:PIP|UV|POETRY|YARN|BUNDLE|CARGO_REGISTR(?:Y|IES))_.*|GO(?:PROXY|PRIVATE|NOPROXY|NOSUMDB|SUMDB|FLAGS|AUTH))$/i

/** Toolchains by their variable, with their default location in a home. */
const TOOLCHAINS: Readonly<Record<string, string | null>> = {
  ASDF_DATA_DIR: '.asdf',
  BUN_INSTALL: '.bun',
  CARGO_HOME: '.cargo',
  DOTNET_ROOT: '.dotnet',
  FNM_DIR: '.local/share/fnm',
  GOMODCACHE: 'go/pkg/mod',
  GOROOT: null,
  JAVA_HOME: null,
  MISE_DATA_DIR: '.local/share/mise',
  NVM_DIR: '.nvm',
  PYENV_ROOT: '.pyenv',
  PYTHONUSERBASE: '.local',
  RBENV_ROOT: '.rbenv',
  RUSTUP_HOME: '.rustup',
  SDKMAN_DIR: '.sdkman',
  VOLTA_HOME: '.volta',
}

/** The same language and time zone on every machine. */
const STEADY = { LANG: 'C.UTF-8', TZ: 'UTC' }

/** Setup is not tested: it asks no questions and prints no colours. */
const PLAIN = { ...STEADY, TERM: 'dumb', CI: '1', NO_COLOR: '1', GIT_TERMINAL_PROMPT: '0' }

/**
 * A suite sees a person's terminal session with its output in a pipe: a suite that tests colours, progress bars or prompts
 * decides by these variables, and must decide as on its author's machine.
 */
const SESSION = { ...STEADY, TERM: 'xterm-256color' }

/** For an agent: the user's home, so that its own login works, but only variables known to be harmless, or named. */
export function agentEnvironment(userEnv: UserEnvironment, extra: Extra): Environment {
  const named = new Set(extra.pass)
  const allowed = (name: string) => PERSONAL.test(name) || NETWORK.test(name) || name in TOOLCHAINS || named.has(name)
  return { ...only(userEnv, allowed), ...extra.set }
}

/** For setup: the user's home, registries and network, in a plain locale. */
export function setupEnvironment(
  userEnv: UserEnvironment,
  place: { readonly tmp: string },
  extra: Extra = NOTHING,
): Environment {
  const allowed = (name: string) =>
    (PERSONAL.test(name) && !name.startsWith('LC_')) ||
    NETWORK.test(name) ||
    REGISTRIES.test(name) ||
    name in TOOLCHAINS
  return { ...only(userEnv, allowed), ...pinned(userEnv), ...PLAIN, TMPDIR: place.tmp, ...said(userEnv, extra) }
}

/**
 * For setup of a draft without a sandbox: registries and caches by name, and a separate home. Packages that the
 * draft's own manifests bring run no scripts during the installation.
 */
export function draftSetupEnvironment(
  userEnv: UserEnvironment,
  place: { readonly home: string; readonly tmp: string },
  { withoutScripts, ...extra }: Extra & { readonly withoutScripts: boolean },
): Environment {
  const home = userEnv.HOME ?? ''
  return {
    npm_config_userconfig: join(home, '.npmrc'),
    npm_config_cache: join(home, '.npm'),
    PIP_CACHE_DIR: join(home, '.cache', 'pip'),
    ...setupEnvironment(userEnv, place),
    ...toolchains(userEnv),
    HOME: place.home,
    ...(withoutScripts ? { npm_config_ignore_scripts: 'true', YARN_ENABLE_SCRIPTS: 'false' } : {}),
    ...said(userEnv, extra),
  }
}

/** For gates: a terminal session with programs and toolchains, an empty home, and no credentials of the user. */
export function gateEnvironment(
  userEnv: UserEnvironment,
  place: { readonly home: string; readonly tmp: string },
  extra: Extra = NOTHING,
): Environment {
  const allowed = (name: string) => /^(?:PATH|USER|LOGNAME|SHELL)$/.test(name)
  return {
    ...only(userEnv, allowed),
    ...pinned(userEnv),
    ...toolchains(userEnv),
    ...SESSION,
    HOME: place.home,
    TMPDIR: place.tmp,
    ...said(userEnv, extra),
  }
}

/** Folders relative to a room would hold the programs of a draft. */
function pinned({ PATH }: UserEnvironment): Environment {
  return PATH === undefined ? {} : { PATH: PATH.split(delimiter).filter(isAbsolute).join(delimiter) }
}

/** The user's full environment: for code that they committed themselves, never for a draft. */
export const sessionEnvironment = (userEnv: UserEnvironment, extra: Extra = NOTHING): Environment => ({
  ...only(userEnv, () => true),
  ...extra.set,
})

const said = (userEnv: UserEnvironment, { pass = [], set }: Extra): Environment => ({
  ...only(userEnv, name => pass.includes(name)),
  ...set,
})

/** With another home a toolchain would look for itself in the wrong place, so its real location is set. */
export function toolchains(userEnv: UserEnvironment): Environment {
  const found: Record<string, string> = {}
  for (const [name, defaultPath] of Object.entries(TOOLCHAINS)) {
    const given = userEnv[name]
    if (given !== undefined) found[name] = given
    else if (defaultPath !== null && userEnv.HOME !== undefined) {
      const inHome = join(userEnv.HOME, defaultPath)
      if (existsSync(inHome)) found[name] = inHome
    }
  }
  return found
}

function only(userEnv: UserEnvironment, allowed: (name: string) => boolean): Environment {
  return Object.fromEntries(
    Object.entries(userEnv).filter((entry): entry is [string, string] => entry[1] !== undefined && allowed(entry[0])),
  )
}
