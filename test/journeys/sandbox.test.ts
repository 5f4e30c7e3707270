import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { Project } from '../rig/projects/project.ts'
import { hasBubblewrap, realPath } from '../rig/sandbox.ts'

const PLAN = `# Notes

### [ ] TODO 1: Write a note

**Acceptance Criteria**:
- [ ] it is there: \`grep -q hello note.txt\` exits 0
`

/** A home with what an ordinary user has there. */
function furnish(home: string): void {
  const files = {
    '.local/bin/tool': '#!/bin/sh\n',
    '.npmrc': '//registry.example/:_authToken=npm-secret\n',
    '.cargo/bin/cargo-tool': '#!/bin/sh\n',
    '.cargo/credentials.toml': 'token = "cargo-secret"\n',
    '.local/share/opencode/auth.json': '{"key":"opencode-secret"}\n',
    '.claude/.credentials.json': '{"key":"claude-secret"}\n',
    '.ssh/id_ed25519': 'ssh-secret\n',
  }
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(home, path)), { recursive: true })
    writeFileSync(join(home, path), text, { mode: 0o755 })
  }
}

async function project(files: Readonly<Record<string, string>> = {}): Promise<Project> {
  const made = await Project.with({ 'PLAN.md': PLAN, 'README.md': 'Notes.\n', ...files })
  furnish(made.home)
  return made
}

/** A run whose agent is this script; with the tools of the home first on the path. */
async function play(made: Project, script: string, name = 'agent.sh') {
  const file = join(made.root, name)
  writeFileSync(file, `cat > /dev/null\necho hello > note.txt\n${script}\n`, { mode: 0o755 })
  const path = `${join(made.home, '.local/bin')}:${join(made.home, '.cargo/bin')}:${realPath}`
  const run = await made.start(['run', '--agent', `command:sh ${file}`], { env: { PATH: path } }).done
  return { run, told: await made.show('pm/notes', 'told.txt') }
}

/** Each line is tried, and said by its number where it works. */
const attempts = (lines: readonly string[]): string =>
  `: > told.txt\n${lines.map((line, at) => `( ${line} ) > /dev/null 2>&1 && echo ${at} >> told.txt`).join('\n')}\n`

describe.skipIf(!hasBubblewrap)(`the sandbox${hasBubblewrap ? '' : ' (not run: bubblewrap is not here)'}`, () => {
  test('a toolchain that the home only links to is usable, and a program folder beside a home shows none of the home', async () => {
    using made = await project()
    const [elsewhere, beside] = [join(made.root, 'disk'), join(made.root, 'bin')]
    mkdirSync(elsewhere)
    mkdirSync(beside)
    writeFileSync(join(elsewhere, 'version'), '1\n')
    symlinkSync(elsewhere, join(made.home, '.rustup'))
    const read = `cat ${made.home}/.rustup/version`
    made.write({
      'pm-agent.yaml': `commands: { setup: '${read}' }\n`,
      'PLAN.md': `${PLAN}- [ ] the toolchain: \`${read}\` → \`1\`\n- [ ] no key: \`test ! -e ${made.home}/.ssh\` exits 0\n`,
    })
    const agent = join(made.root, 'agent.sh')
    writeFileSync(agent, 'cat > /dev/null\necho hello > note.txt\n', { mode: 0o755 })
    const env = { PATH: `${beside}:${realPath}` }
    const { code, stdout } = await made.start(['run', '--agent', `command:sh ${agent}`], { env }).done
    expect(code, stdout).toBe(0)
  })

  test('nobody can decide from inside: neither the agent, nor setup, nor a check', async () => {
    using made = await project({
      '.gitignore': 'node_modules/\n',
      'pm-agent.yaml': "commands: { setup: 'mkdir -p node_modules && sh decide.sh > node_modules/said' }\n",
      'PLAN.md': `${PLAN}- [ ] a check: \`sh decide.sh\` → \`refused\`\n- [ ] setup: \`cat node_modules/said\` → \`refused\`\n`,
    })
    const stop = `cd ${made.dir} && ${process.execPath} ${made.main} stop`
    made.write({ 'decide.sh': `if (${stop}) > /dev/null 2>&1; then echo decided; else echo refused; fi\n` })
    await made.commit('a script that decides')
    const { run, told } = await play(made, 'sh decide.sh > told.txt')
    expect(run.code, run.stdout + run.stderr).toBe(0)
    expect(told).toBe('refused\n')
    expect((await made.facts()).map(({ event }) => event.type)).not.toContain('run-stopped')
  })

  test("an agent writes neither the programs that prove it nor the user's settings", async () => {
    using made = await project()
    const program = readFileSync(made.main, 'utf8')
    const { run, told } = await play(
      made,
      `echo x >> ${made.main}\n${attempts([
        'echo x > ~/.local/bin/sh',
        'echo x > ~/.local/bin/git',
        'echo x >> ~/.local/bin/tool',
        'rm ~/.local/bin/tool',
        'mv ~/.local ~/elsewhere',
        'echo script-shell=/x >> ~/.npmrc',
        'echo x > ~/.cargo/bin/node',
        `echo x >> ${process.execPath}`,
        'echo x > /usr/local/bin/git',
      ])}`,
    )
    expect(run.code, run.stdout + run.stderr).toBe(0)
    expect(told).toBe('')
    expect(readFileSync(made.main, 'utf8')).toBe(program)
    expect(readdirSync(join(made.home, '.local/bin'))).toEqual(['tool'])
    expect(readFileSync(join(made.home, '.npmrc'), 'utf8')).not.toContain('script-shell')
  })

  test('an agent has no capabilities, cannot undo what was mounted for it, and cannot set the kernel', async () => {
    using made = await project()
    const { told } = await play(
      made,
      attempts([
        'mount -o remount,rw /',
        `umount ${made.dir}/.git`,
        `mount -o remount,rw ${made.home}`,
        'grep "^CapEff:.*[1-9a-f]" /proc/self/status',
        'find /proc/sys -type f -writable | grep .',
      ]),
    )
    expect(told).toBe('')
  })

  test('an agent sees no other work tree, no journal, no sockets of others and no keys', async () => {
    using made = await project()
    const beside = join(made.root, 'beside')
    await made.git('worktree', 'add', '--quiet', '-b', 'beside', beside)
    const socket = join(made.root, 'socket')
    const server = createServer().listen(socket)
    try {
      const { run, told } = await play(
        made,
        `echo x > ${beside}/README.md\n${attempts([
          `grep Notes ${beside}/README.md`,
          `ls ${made.dir}/.git/pm-agent`,
          `find ${made.root}/state -name outputs | grep .`,
          `find ${made.root}/state -name rooms | grep .`,
          'grep secret ~/.ssh/id_ed25519',
          'grep secret ~/.cargo/credentials.toml',
          'ls /run/* /var/tmp/*',
        ])}`,
      )
      expect(run.code, run.stdout + run.stderr).toBe(0)
      expect(told).toBe('')
      expect(readFileSync(join(beside, 'README.md'), 'utf8')).toBe('Notes.\n')
    } finally {
      server.close()
    }
  })

  test("an agent reads the checkout, has temporary files and caches of its own, and writes its CLI's settings", async () => {
    using made = await project()
    const { told } = await play(
      made,
      attempts([
        `cat ${made.dir}/README.md`,
        'echo x > "$TMPDIR/x" && echo x > /tmp/y',
        'mkdir -p ~/.npm/_cacache && echo x > ~/.npm/_cacache/x',
        'echo x > ~/.claude/session',
        'echo x > ~/.something-new',
      ]),
    )
    expect(told).toBe('0\n1\n2\n3\n4\n')
    expect(existsSync(join(made.home, '.claude/session'))).toBe(true)
    expect(existsSync(join(made.home, '.something-new'))).toBe(false)
    expect(existsSync('/tmp/y')).toBe(false)
  })

  test("an agent's CLI replaces its settings file by a rename, as it does without a sandbox", async () => {
    using made = await project()
    writeFileSync(join(made.home, '.claude.json'), '{"starts":1}')
    const { run, told } = await play(
      made,
      attempts([
        `grep '"starts":1' ~/.claude.json`,
        `echo '{"starts":2}' > ~/.claude.json.new && mv ~/.claude.json.new ~/.claude.json`,
        `grep '"starts":2' ~/.claude.json`,
      ]),
    )
    expect(run.code, run.stdout + run.stderr).toBe(0)
    expect(told).toBe('0\n1\n2\n')
    expect(readFileSync(join(made.home, '.claude.json'), 'utf8')).toBe('{"starts":2}\n')
    expect(existsSync(join(made.home, '.claude.json.new'))).toBe(false)
  })

  test('the first session of a CLI outlasts its first launch, and no other CLI gets a folder', async () => {
    using made = await project()
    const { run } = await play(made, 'mkdir -p ~/.codex/sessions && echo x > ~/.codex/sessions/first', 'codex')
    expect(run.code, run.stdout + run.stderr).toBe(0)
    expect(existsSync(join(made.home, '.codex/sessions/first'))).toBe(true)
    expect(existsSync(join(made.home, '.gemini'))).toBe(false)
  })

  test('a home, a state folder and the folder of a CLI may be links', async () => {
    using made = await project()
    mkdirSync(join(made.root, 'state'))
    for (const [link, target] of [
      [join(made.root, 'state'), 'disk'],
      [join(made.home, '.claude'), 'dotfiles'],
      [made.home, 'moved'],
    ] as const) {
      renameSync(link, join(made.root, target))
      symlinkSync(join(made.root, target), link)
    }
    const script = attempts(['echo x > ~/.claude/session', 'cat ~/.claude/session', 'cat ~/.ssh/id_ed25519'])
    const { run, told } = await play(made, script)
    expect(run.code, run.stdout + run.stderr).toBe(0)
    expect(told).toBe('0\n1\n')
    expect(readFileSync(join(made.root, 'dotfiles/session'), 'utf8')).toBe('x\n')
  })

  test('commands in a room see the tools of a home and none of its logins', async () => {
    const look = `(${['~/', '$USERS_HOME/']
      .flatMap(home =>
        ['.npmrc', '.cargo/credentials.toml', '.local/share/opencode/auth.json', '.claude/.credentials.json'].map(
          file => `cat ${home}${file}`,
        ),
      )
      .join('; ')}) 2>/dev/null; cargo-tool; tool`
    using made = await project()
    made.write({
      'pm-agent.yaml': `commands: { test: 'sh look.sh | tee seen.txt; test ! -s seen.txt' }\nenv: { set: { USERS_HOME: ${made.home} } }\n`,
      '.gitignore': 'seen.txt\n',
      'look.sh': `${look}\n`,
    })
    await made.commit('look')
    const { run } = await play(made, 'true')
    const [facts] = (await made.facts()).flatMap(({ event }) => (event.type === 'baseline-recorded' ? [event] : []))
    expect(JSON.stringify(facts)).not.toContain('secret')
    expect(run.stdout).toContain('completed')
    expect((await made.pm('show', '1')).stdout).toContain('bubblewrap, loopback only')
  })

  test('setup of a draft runs inside: it reaches neither home nor journal, and has the registry settings to read', async () => {
    using made = await project({
      'pm-agent.yaml': "commands: { setup: sh setup.sh, test: 'true' }\n",
      '.gitignore': 'setup.txt\n',
      'setup.sh': '. lib/env.sh\n',
      'lib/env.sh': 'true\n',
    })
    const reach = [
      `echo x > ${made.home}/.local/bin/git`,
      `echo script-shell=/x >> ${made.home}/.npmrc`,
      `ls ${made.dir}/.git/pm-agent`,
      `cat ${made.dir}/README.md`,
      `cat ${made.home}/.ssh/id_ed25519`,
      `cat ${made.home}/.claude/.credentials.json | grep secret`,
    ]
    const evil = `${reach.map((line, at) => `( ${line} ) > /dev/null 2>&1 && { echo "setup reached ${at}"; exit 1; }`).join('\n')}\ngrep -q npm-secret ${made.home}/.npmrc || { echo "no registry"; exit 1; }\ntrue\n`
    const { run } = await play(made, `cat > lib/env.sh << 'END'\n${evil}END`)
    expect(run.stdout + run.stderr).not.toMatch(/setup reached|no registry/)
    expect(run.code, run.stdout + run.stderr).toBe(0)
    expect(readdirSync(join(made.home, '.local/bin'))).toEqual(['tool'])
    expect(existsSync(join(made.root, 'home/.ssh/id_ed25519'))).toBe(true)
  })
})

describe('without a sandbox', () => {
  test('a program that an agent puts in front of those that prove is noticed, and nothing is proven by it', async () => {
    using made = await project()
    const file = join(made.root, 'agent.sh')
    const planted = join(made.home, '.local/bin/grep')
    writeFileSync(
      file,
      `cat > /dev/null\necho bye > note.txt\nprintf '#!/bin/sh\\nexit 0\\n' > ${planted}\nchmod +x ${planted}\n`,
    )
    const path = `${join(made.home, '.local/bin')}:${process.env.PATH}`
    const run = await made.start(['run', '--agent', `command:sh ${file}`], { env: { PATH: path } }).done
    expect(run.code, run.stdout + run.stderr).not.toBe(0)
    const { tasks } = await made.status()
    expect(tasks[0]).toMatchObject({ state: 'escalated' })
    expect(tasks[0]!.gates.find(({ gate }) => gate === 'environment')?.evidence).toContain(planted)
  })

  test('run, show and report say that there is none', async () => {
    using made = await project()
    const file = join(made.root, 'agent.sh')
    writeFileSync(file, 'cat > /dev/null\necho hello > note.txt\n')
    const run = await made.pm('run', '--agent', `command:sh ${file}`)
    expect(run.code, run.stdout + run.stderr).toBe(0)
    expect(run.stdout + run.stderr).toContain('there is no sandbox')
    expect((await made.pm('show', '1')).stdout).toContain('no sandbox')
    expect((await made.pm('report')).stdout).toContain('there was no sandbox')
    expect((await made.pm('doctor')).stdout).toContain('bwrap is here and does not work')
  })
})
