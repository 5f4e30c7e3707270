/** The tests of a sentence: a file, and words in the names of its tests. */
type Proof = readonly [file: string, ...names: string[]]

const ROOM = 'src/adapters/git/checkouts/room-guard.test.ts'
const WALLS = 'test/journeys/walls.test.ts'
const SANDBOX = 'test/journeys/sandbox.test.ts'
const COMMANDS = 'src/adapters/rooms/room-commands.test.ts'
const SHUT_IN = 'src/adapters/rooms/shut-in.test.ts'
const SEALED = 'test/journeys/sealed-journal.test.ts'
const STORE = 'test/contracts/store-seal.test.ts'
const SQLITE = 'src/adapters/store/sqlite.test.ts'
const HUMAN = 'test/journeys/human-decisions.test.ts'
const BOARD = 'test/journeys/dashboard-security.test.ts'
const REACH = 'test/journeys/dashboard-reach.test.ts'
const PEER = 'src/adapters/process/peer-process.test.ts'
const HOSTILE = 'test/journeys/hostile-repository.test.ts'
const CLEAN = 'test/journeys/clean-output.test.ts'

/** The beginning of each sentence of `docs/security.md`, and the tests that would fail if it were not true. */
export const SENTENCES: readonly (readonly [beginning: string, ...proofs: Proof[]])[] = [
  [
    'After setup, after build and after every check,',
    [ROOM, 'names a file with other bytes', 'became executable', 'a folder that leads elsewhere'],
    ['test/journeys/lies.test.ts', 'W5/puts-it-back-afterwards'],
  ],
  ['A changed file makes the proof', [WALLS, 'is void if a check rewrites']],
  [
    'A file that a check rewrites and puts back',
    [WALLS, 'also if it puts it back', 'what the check does on the base too'],
  ],
  ['Files under `generated:`', ['test/journeys/lies.test.ts', 'W5/builds-a-generated-file']],
  ['A lock file that the change leaves alone', [WALLS, 'a lock file of the package manager']],
  ['Untracked files are not compared.', [ROOM, 'files that are not tracked'], [WALLS, 'may have new files']],
  [
    'One rule (',
    [
      SANDBOX,
      'has no capabilities',
      'cannot set the kernel',
      'sees no other work tree, no journal, no sockets',
      'writes neither the programs',
    ],
    [SHUT_IN, 'nothing else can be written'],
  ],
  ['| agent |', [SANDBOX, 'has temporary files and caches of its own', 'no journal, no sockets of others and no keys']],
  ['| setup of the base |', [COMMANDS, "has the user's home when it is setup of the base"]],
  ['| setup of a draft |', [SANDBOX, 'setup of a draft runs inside']],
  [
    '| other commands |',
    [SANDBOX, 'see the tools of a home and none of its logins'],
    [SHUT_IN, 'loopback is there, and nothing beyond it'],
  ],
  ["The folders of the agent's CLI", [SANDBOX, 'the first session of a CLI outlasts', "writes its CLI's settings"]],
  [
    'Of a file directly in the home',
    [SANDBOX, 'replaces its settings file by a rename'],
    ['src/adapters/process/sandbox/lent-files.test.ts', 'keeps a change that the user made meanwhile'],
  ],
  ['Codex makes no sandbox', ['src/adapters/agents/codex/codex.test.ts', 'makes no sandbox inside of ours']],
  [
    'The level is on every receipt:',
    [WALLS, 'has the level and the programs of its proof'],
    [SHUT_IN, 'the level that is reached is said'],
  ],
  ['Path and digest of git', [WALLS, 'has the level and the programs of its proof']],
  [
    'Programs on the PATH, registry settings',
    [SANDBOX, 'a program that an agent puts in front'],
    [
      'src/adapters/process/sandbox/pinned-programs.test.ts',
      'a program with other bytes',
      'settings of a registry, start-up files of Python',
    ],
  ],
  [
    'Setup and other commands find programs',
    ['src/adapters/process/environment.test.ts', 'found in absolute folders only'],
  ],
  ['Without a sandbox, only this comparison', [COMMANDS, 'installs packages without running their scripts']],
  ['`run`, `show`, `report` and `doctor` say', [SANDBOX, 'run, show and report say that there is none']],
  ['Every event of a run carries a seal:', [STORE, 'holds for everything that the store wrote']],
  ['Remembered results carry one, too.', [STORE, 'a remembered result that was changed']],
  [
    'The seals are checked when a run is opened',
    [SEALED, 'every command refuses with the place', 'stops the run before anything lands'],
  ],
  [
    'A missing, changed, swapped, added or unknown',
    [SEALED, 'a record is gone', 'of an unknown kind', 'two records changed places'],
  ],
  ['`pm-agent doctor --journal` lists', [SEALED, 'and a way out']],
  [
    '`pm-agent doctor --journal --repair` drops',
    [SEALED, 'is put aside by the way out', 'dropping it lets the run continue'],
  ],
  ['A journal without seals', [SQLITE, 'is sealed when it is next opened for writing']],
  ['Someone who can write to the journal while no', [SQLITE, 'is believed if no process drives the run']],
  ['While a run is driven, its engine knows', [SQLITE, 'even where the forger made new seals']],
  [
    'Journal and vault are readable',
    [SQLITE, 'files are 0600 in a folder of 0700'],
    [SEALED, 'private to their owner'],
  ],
  ['`approve`, `revise`,', [HUMAN, 'a decision names the receipt', 'commands that say what was seen']],
  ['If the task has changed before', [HUMAN, 'is refused when there is another one']],
  ['`pm-agent show TASK` prints', [HUMAN, 'a decision names the receipt']],
  [
    'A process cannot decide if',
    [HUMAN, 'an agent cannot decide, with its token or without it', 'the tests and the setup of a draft'],
  ],
  [
    'The command line checks this',
    [HUMAN, 'an agent cannot decide'],
    ['src/engine/inbox.test.ts', 'so that it cannot decide for a human'],
  ],
  [
    'Over MCP, a model can neither',
    ['test/journeys/mcp.test.ts', 'and never decides for it', 'a model cannot take back'],
    ['src/surfaces/mcp/decide.test.ts', 'cannot pass for a result'],
  ],
  ['The inbox takes commands only', [HUMAN, 'the inbox takes commands that say what was seen']],
  ['Without a sandbox, a process that an agent left', [HUMAN, 'is called weak wherever it is shown']],
  ['A decision that did not come from a terminal', [HUMAN, 'is called weak wherever it is shown']],
  ['A program that opens a pseudo-terminal', [WALLS, 'one that a program makes in a terminal of its own']],
  [
    'With a sandbox, agents cannot reach',
    [WALLS, 'is never weak where agents have a sandbox'],
    [SANDBOX, 'no journal, no sockets'],
  ],
  ['`pm-agent dashboard` serves', [BOARD, '1: listens on loopback']],
  ['| from a process of an agent', [REACH, '10: $name'], [PEER, 'one of its ancestors carries a token']],
  ['| from a client on this machine', [PEER, 'is gone if it closed its end']],
  ['| a `Host` that is not', [BOARD, '3: a host that is not its own']],
  ['| without the cookie:', [BOARD, '2: every request carries the cookie', '12: a route that is added later']],
  ['| a wrong token, or a code', [BOARD, 'both are new at each start']],
  ['| a wrong key after 50', [BOARD, 'guesses are counted']],
  ['| a POST whose `Origin`', [BOARD, '4: a decision needs the origin']],
  ['| a POST that is not', [BOARD, '5: state changes only by POST']],
  ['| a POST without the header', [BOARD, '5: state changes only by POST']],
  ['| a body of more than', [BOARD, '5: state changes only by POST']],
  ['| another method than', [BOARD, 'no GET changes anything']],
  ['| a file that is not part', [BOARD, '7: scripts and styles']],
  ['| an approval or a waiver', [BOARD, '9: an approval is about the receipt']],
  ['| a decision about a task that has changed', [BOARD, '9: an approval is about the receipt']],
  ['| to start: from an agent', [BOARD, '1: listens on loopback'], [REACH, '10: $name']],
  ['No answer has a CORS header.', [BOARD, '6: no other site may read']],
  ['Every answer forbids framing', [BOARD, '6: no other site may read']],
  ['The policy of the page', [BOARD, '7: scripts and styles']],
  ['Words of agents and repositories are sent', [BOARD, '8: words of agents']],
  ['Checks have no way to the server:', [REACH, '10: $name']],
  ['Agents share the network of the machine', [PEER, 'is an agent if it carries the token']],
  ['In bubblewrap an agent cannot leave', [REACH, 'in bubblewrap']],
  [
    'It sees no other process',
    ['test/journeys/agent-sandbox.test.ts', 'leaves no process behind'],
    [REACH, '10: $name'],
  ],
  ["Without a sandbox, an agent's leftover process", [HUMAN, 'is called weak wherever it is shown']],
  [
    'Everything that pm-agent prints',
    [CLEAN, 'control characters in titles'],
    ['src/core/text/clean-text.test.ts', 'shows what would turn the direction of writing'],
  ],
  ['JSON escapes the same characters', ['src/core/text/clean-text.test.ts', 'JSON for a terminal means the same']],
  [
    'Control characters in the name of a file',
    ['src/adapters/git/objects/tree.test.ts', 'show none that begins a line'],
    [CLEAN, 'control characters in titles'],
  ],
  ['Titles and owners are cleaned', [CLEAN, 'control characters in titles']],
  ['`pm-agent run` executes', [CLEAN, 'the commands and agents of the repository']],
  ['It prints them before the first', [CLEAN, 'are printed before any of them runs']],
  ['`check`, `status`, `show`', [WALLS, 'commands that look start nothing']],
  ['Paths in settings must lie', ['src/core/text/inside-path.test.ts', '.github/reviews']],
  ['A plan or settings that lead out', [HOSTILE, 'refused at once', 'leads outside is refused']],
  ['So is a link in place of', [HOSTILE, 'a link in place of .git/']],
  ['Programs in the repository', [HOSTILE, 'programs in the repository']],
]

/** Sentences that promise nothing: what is not protected, why, and introductions. */
export const LIMITS: readonly string[] = [
  'The tests of each sentence are listed',
  'Not protected: what an agent reads',
  'The hash has no key.',
  'On systems without `/proc` (macOS) processes cannot',
  'Its server refuses:',
  'Where there is no `/proc` (macOS)',
  'Not protected: the memory of the server',
]
