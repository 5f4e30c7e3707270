import { describe, expect, it } from 'vitest'
import { gut } from '../syntax/gut.ts'
import { addsChecksOnly, isShellTest } from './shell-tests.ts'

const before = '#!/bin/sh\nsame() {\n  [ "$1" = "$2" ] || failed=1\n}\nsame "$(twice 1)" 2\nexit ${failed:-0}\n'
const before2 = (line: string) => before.replace('exit', `${line}\nexit`)

describe('a shell script that is the suite', () => {
  it.each(['test.sh', 'ci/run-tests.sh', 'words_test.bash', 'test_words.sh', 'all.bats'])('%s is one', path => {
    expect(isShellTest(path)).toBe(true)
  })

  it.each(['words.sh', 'attest.sh', 'latest.sh', 'test.js'])('%s is none', path => {
    expect(isShellTest(path)).toBe(false)
  })

  it('may get more checks', () => {
    expect(addsChecksOnly(before, before2('same "$(thrice 1)" 3'))).toBe(true)
    expect(addsChecksOnly(before, before2('same "$(thrice 1)" "the exit code"'))).toBe(true)
  })

  it.each([
    ['ends early', before2('exit 0')],
    ['forgets what failed', before2('failed=0')],
    ['checks with something else', before2('same() { :; }')],
    ['loses a check', before.replace('same "$(twice 1)" 2\n', '')],
    ['changes a check', before.replace('(twice 1)" 2', '(twice 1)" 3')],
    ['goes on after a failure', before2('same "$(thrice 1)" 3 || true')],
  ])('decides how checks run where it %s', (_, after) => {
    expect(addsChecksOnly(before, after)).toBe(false)
  })
})

describe('a shell script', () => {
  it('is emptied function by function', async () => {
    const old = 'twice() {\n  echo $(( $1 * 2 ))\n}\n'
    const now = `${old}\nthrice() {\n  echo $(( $1 * 3 ))\n}\n`
    expect(await gut(old, now, 'words.sh')).toEqual({
      is: 'gutted',
      text: `${old}\nthrice() {\n  :\n}\n`,
      names: ['thrice'],
    })
  })
})
