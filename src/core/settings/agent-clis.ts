/** CLIs that are started by an adapter of their own, which reads their stream of lines. */
export type OwnStream = 'claude' | 'codex'

/** A coding agent's CLI that pm-agent knows by name. */
export interface AgentCli {
  /** Its usual name, and its program. */
  readonly program: string
  /** Its interface: its own stream of lines, or the Agent Client Protocol. */
  readonly speaks: OwnStream | 'acp'
  /** For the protocol: the arguments. */
  readonly args: readonly string[]
  readonly package: string
  /** The version that pm-agent is tested with. */
  readonly tested: string
  /** The user's variables that it needs: account, model endpoint, location of its own files. */
  readonly variables: readonly string[]
  /** For the protocol: variables that are always set, so that no repository configures it. */
  readonly set: Readonly<Record<string, string>>
  /** The user's variables that are a login. */
  readonly keys: readonly string[]
  /** Files that exist after a login, below the home or below a variable's folder. */
  readonly logins: readonly { readonly below: string; readonly file: string }[]
  /** What it writes below the home: settings, sessions, its login. In a sandbox these stay writable for it and hidden from others. */
  readonly folders: readonly string[]
  /** Files of its own directly in the home. */
  readonly files: readonly string[]
}

const CLAUDE_KEYS = ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'CLAUDE_CODE_OAUTH_TOKEN']
const OPENAI_KEYS = ['OPENAI_API_KEY', 'CODEX_API_KEY']
const GEMINI_KEYS = ['GEMINI_API_KEY', 'GOOGLE_API_KEY']

export const AGENT_CLIS = {
  claude: {
    program: 'claude',
    speaks: 'claude',
    args: [],
    package: '@anthropic-ai/claude-code',
    tested: '2.1.325',
    variables: [
      ...CLAUDE_KEYS,
      'ANTHROPIC_BASE_URL',
      'ANTHROPIC_CUSTOM_HEADERS',
      'ANTHROPIC_MODEL',
      'API_TIMEOUT_MS',
      'CLAUDE_CONFIG_DIR',
    ],
    set: {},
    keys: CLAUDE_KEYS,
    logins: [
      { below: 'CLAUDE_CONFIG_DIR', file: '.credentials.json' },
      { below: 'HOME', file: '.claude/.credentials.json' },
    ],
    folders: ['.claude', '.cache/claude', '.cache/claude-cli-nodejs', '.local/state/claude'],
    files: ['.claude.json'],
  },
  codex: {
    program: 'codex',
    speaks: 'codex',
    args: [],
    package: '@openai/codex',
    tested: '0.166.0',
    variables: [...OPENAI_KEYS, 'CODEX_HOME', 'OPENAI_BASE_URL', 'OPENAI_ORGANIZATION', 'OPENAI_PROJECT'],
    set: {},
    keys: OPENAI_KEYS,
    logins: [
      { below: 'CODEX_HOME', file: 'auth.json' },
      { below: 'HOME', file: '.codex/auth.json' },
    ],
    folders: ['.codex'],
    files: [],
  },
  opencode: {
    program: 'opencode',
    speaks: 'acp',
    args: ['acp'],
    package: 'opencode-ai',
    tested: '1.18.33',
    variables: [
      'ANTHROPIC_API_KEY',
      'OPENAI_API_KEY',
      'OPENROUTER_API_KEY',
      ...GEMINI_KEYS,
      'OPENCODE_CONFIG',
      'OPENCODE_CONFIG_CONTENT',
      'OPENCODE_CONFIG_DIR',
    ],
    // Ignores `opencode.json` and `.opencode/` of a repository; and disables automatic updates.
    set: { OPENCODE_DISABLE_AUTOUPDATE: '1', OPENCODE_DISABLE_PROJECT_CONFIG: '1' },
    keys: ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'OPENROUTER_API_KEY', ...GEMINI_KEYS],
    logins: [
      { below: 'XDG_DATA_HOME', file: 'opencode/auth.json' },
      { below: 'HOME', file: '.local/share/opencode/auth.json' },
    ],
    folders: ['.config/opencode', '.local/share/opencode', '.local/state/opencode', '.cache/opencode', '.opencode'],
    files: [],
  },
  gemini: {
    program: 'gemini',
    speaks: 'acp',
    args: ['--acp'],
    package: '@google/gemini-cli',
    tested: '0.61.0',
    variables: [
      ...GEMINI_KEYS,
      'GEMINI_CLI_HOME',
      'GOOGLE_CLOUD_LOCATION',
      'GOOGLE_CLOUD_PROJECT',
      'GOOGLE_GEMINI_BASE_URL',
      'GOOGLE_GENAI_USE_VERTEXAI',
    ],
    // In an untrusted folder it ignores `.gemini/` of a repository, whatever else the user trusts.
    set: { GEMINI_CLI_TRUST_WORKSPACE: 'false' },
    keys: GEMINI_KEYS,
    logins: [
      { below: 'GEMINI_CLI_HOME', file: '.gemini/oauth_creds.json' },
      { below: 'HOME', file: '.gemini/oauth_creds.json' },
    ],
    folders: ['.gemini', '.config/gcloud'],
    files: [],
  },
} as const satisfies Readonly<Record<string, AgentCli>>

export type AgentCliName = keyof typeof AGENT_CLIS

export const isAgentCli = (name: string): name is AgentCliName => Object.hasOwn(AGENT_CLIS, name)
