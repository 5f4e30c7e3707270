import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { stateOfFiles } from '../../src/lies/untouched.ts'
import { Project } from '../rig/projects/project.ts'
import { hasBubblewrap, realPath } from '../rig/sandbox.ts'

const PLAN = `# Notes

### [ ] TODO 1: Write a note

**Acceptance Criteria**:
- [ ] it is there: \`grep -q hello note.txt\` exits 0
`

/** Does its task, and tries everything that is none of its business. */
const agent = (repository: string, mark: string) => `
echo hello > note.txt
echo stolen > ${repository}/PLAN.md && echo "wrote to the checkout" >> outcome.txt
cat ${repository}/PLAN.md > /dev/null && echo "read the checkout" >> outcome.txt
ls ${repository}/.git | grep -q . && echo "saw the git folder" >> outcome.txt
git -C ${repository} update-ref refs/heads/main HEAD && echo "moved a ref" >> outcome.txt
env -i setsid sh -c 'exec sleep ${mark}' > /dev/null 2>&1 &
`

const sleeping = (mark: string): readonly string[] =>
  readdirSync('/proc').filter(pid => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8') === `sleep\0${mark}\0`
    } catch {
      return false
    }
  })

/** What the only agent of a run printed. */
function printedBy(project: Project): string {
  const [state = ''] = readdirSync(join(project.root, 'state/pm-agent'))
  const outputs = join(project.root, 'state/pm-agent', state, 'outputs')
  const [output] = readdirSync(outputs).filter(name => name.startsWith('1-1-'))
  return output ? readFileSync(join(outputs, output), 'utf8') : ''
}

describe.skipIf(!hasBubblewrap)(
  `an agent in a sandbox${hasBubblewrap ? '' : ' (not run: bubblewrap is not here)'}`,
  () => {
    test('may read the user’s checkout, cannot change it or see pm-agent’s files, and leaves no process behind', async () => {
      using project = await Project.with({ 'PLAN.md': PLAN })
      const mark = String(40_000 + (process.pid % 10_000))
      const script = join(project.root, 'agent.sh')
      writeFileSync(script, agent(project.dir, mark))
      const before = stateOfFiles(project.dir)
      const { code, stdout } = await project.start(['run', '--agent', `command:sh ${script}`], {
        env: { PATH: realPath },
      }).done
      expect({ code, stdout }).toMatchObject({ code: 0 })
      expect(await project.show('pm/notes', 'outcome.txt')).toBe('read the checkout\n')
      expect(stateOfFiles(project.dir)).toEqual(before)
      expect(sleeping(mark)).toEqual([])
    })

    test('gets a chance to clean up before it is killed', async () => {
      using project = await Project.with({ 'PLAN.md': PLAN })
      const script = join(project.root, 'agent.sh')
      writeFileSync(script, `trap 'echo tidied; exit 0' TERM; echo begun; while true; do sleep 0.1; done`)
      const run = project.start(['run', '--agent', `command:sh ${script}`], { env: { PATH: realPath } })
      await run.printed('given to')
      await expect.poll(() => printedBy(project), { timeout: 30_000 }).toBe('begun\n')
      run.kill('SIGINT')
      expect((await run.done).code).toBe(130)
      expect(printedBy(project)).toMatch(/^begun\n(Terminated\n)?tidied\n$/)
    })
  },
)
