import { randomUUID } from 'node:crypto'
import { chmod, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { git } from './git.ts'
import { RAW_BYTES } from './objects/raw-bytes.ts'
import type { Repository } from './repository/repository.ts'
import { dropVaultLocks } from './stale-locks.ts'

const PRIVATE = { mode: 0o600 }

/** Ensures that the vault exists and has exactly the settings below. */
export async function ensureVault(vaultDir: string, objectFormat: string): Promise<void> {
  if (!(await exists(join(vaultDir, 'HEAD')))) await createVault(vaultDir, objectFormat)
  await chmod(vaultDir, 0o700).catch(() => {})
  await restoreText(join(vaultDir, 'config'), configText(objectFormat))
  await restoreText(join(vaultDir, 'info', 'attributes'), RAW_BYTES)
  await dropVaultLocks(vaultDir)
}

/** Created elsewhere and then renamed, so that an existing vault is always complete. */
async function createVault(vaultDir: string, objectFormat: string): Promise<void> {
  const aside = `${vaultDir}.new-${randomUUID()}`
  await mkdir(dirname(vaultDir), { recursive: true, mode: 0o700 })
  await git({
    args: [
      'init',
      '--quiet',
      '--bare',
      '--template=',
      // For its owner alone, whatever the umask; its settings say the same.
      '--shared=0600',
      `--object-format=${objectFormat}`,
      '--initial-branch=none',
      aside,
    ],
  })
  await writeFile(join(aside, 'config'), configText(objectFormat), PRIVATE)
  // Not `recursive`, which gives every failure of the disk as a missing folder.
  await mkdir(join(aside, 'info'), { mode: 0o700 })
  await writeFile(join(aside, 'info', 'attributes'), RAW_BYTES, PRIVATE)
  try {
    await rename(aside, vaultDir)
  } catch (problem) {
    // Another process was first; its vault is equivalent.
    if (!(await exists(join(vaultDir, 'HEAD')))) throw problem
    await rm(aside, { recursive: true, force: true })
  }
}

/** Nothing is repacked or pruned here, and any commit can be fetched by its id. */
function configText(objectFormat: string): string {
  const sha256 = objectFormat !== 'sha1'
  return [
    '[core]',
    `\trepositoryformatversion = ${sha256 ? 1 : 0}`,
    '\tbare = true',
    '\tfilemode = true',
    '\tfsync = all',
    '\tsharedRepository = 0600',
    ...(sha256 ? ['[extensions]', `\tobjectFormat = ${objectFormat}`] : []),
    '[gc]',
    '\tauto = 0',
    '[maintenance]',
    '\tauto = false',
    '[uploadpack]',
    '\tallowAnySHA1InWant = true',
    '',
  ].join('\n')
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

async function restoreText(path: string, text: string): Promise<void> {
  const found = await readFile(path, 'utf8').catch(() => null)
  if (found === text) return
  await mkdir(dirname(path), { recursive: true })
  const aside = `${path}.new-${randomUUID()}`
  await writeFile(aside, text, PRIVATE)
  await rename(aside, path)
}

export interface VaultPlace {
  readonly vaultDir: string
  readonly userRepo: Repository
}
