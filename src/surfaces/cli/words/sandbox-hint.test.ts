import { expect, test } from 'vitest'
import { sandboxHint } from './sandbox-hint.ts'

const machine = { platform: 'linux', osRelease: '', isContainer: false, hasBubblewrap: false }

test.each([
  ['Debian', 'ID=debian\n', 'sudo apt install bubblewrap'],
  ['a relative of Ubuntu', 'ID=neon\nID_LIKE="ubuntu debian"\n', 'sudo apt install bubblewrap'],
  ['Fedora', 'ID=fedora\n', 'sudo dnf install bubblewrap'],
  ['Arch', 'ID=arch\n', 'sudo pacman -S bubblewrap'],
  ['an unknown Linux', 'ID=mine\n', 'install the package bubblewrap'],
])('on %s the hint is its package manager', (_, osRelease, hint) => {
  expect(sandboxHint({ ...machine, osRelease })).toBe(hint)
})

test('on macOS the hint is a Linux VM or a container', () => {
  expect(sandboxHint({ ...machine, platform: 'darwin' })).toContain('Linux VM')
})

test('in a container the hint names the options that allow namespaces', () => {
  expect(sandboxHint({ ...machine, isContainer: true, hasBubblewrap: true })).toContain('seccomp=unconfined')
})

test('where bubblewrap is installed and does not work, the hint is about user namespaces', () => {
  expect(sandboxHint({ ...machine, hasBubblewrap: true })).toContain('unprivileged_userns_clone')
})
