import { parseDocument } from 'yaml'
import { z } from 'zod'
import { MANIFEST_FORMAT, type Manifest } from '../../core/handover/manifest.ts'
import { err, ok, type Result } from '../../core/result.ts'

/** A manifest as read, and the digest that it carries. */
export interface ReadManifest {
  readonly manifest: Manifest
  readonly digest: string
}

const text = z.string()
const texts = z.array(text)
const commit = z.string().regex(/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/, 'is not the id of an object')
const count = z.number().int().nonnegative()
const isClean = z.boolean().nullable()
const numbers = z.object({ run: count, passed: count, failed: count, skipped: count })
const path = text.refine(value => !value.startsWith('/') && !value.split('/').includes('..'), 'lies outside')

/** Only fields that a verification depends on are checked in detail; unknown ones are part of the digest. */
const schema = z.looseObject({
  format: z.literal(MANIFEST_FORMAT),
  plan_id: text,
  title: text,
  completed_at: text,
  branch: text.regex(/^[^-\s:~^?*[\\][^\s:~^?*[\\]*$/, 'is not the name of a branch'),
  commit,
  tree: commit,
  code_tree: commit,
  base_commit: commit.nullable(),
  merge: z
    .looseObject({ base_branch: text.nullable(), base_commit: commit, tree: commit, code_tree: commit })
    .nullable(),
  tasks: z.array(z.looseObject({ task_id: text, commit_sha: commit.nullable() })),
  ...{
    tests_run: count.nullable(),
    tests_passed: count.nullable(),
    lint_clean: isClean,
    typecheck_clean: isClean,
    build_clean: isClean,
  },
  claims: z.array(
    z.looseObject({
      ...{ id: text, commit, code_tree: commit, command: text.min(1), output_digest: text },
      on: z.enum(['branch', 'merge', 'task']),
      merged_with: commit.optional(),
      verdict: z.enum(['passed', 'known-failure', 'flaky', 'waived']),
      expected: z.strictObject({
        exit_code: z.number().int().optional(),
        tests_passed: count.optional(),
        may_fail: texts.optional(),
        stdout: text.optional(),
        number: z.number().optional(),
        words: text.optional(),
      }),
      compared_by: z.enum(['tests', 'exit-code', 'stdout']),
      exit_code: z.number().int().nullable(),
      duration_ms: z.number(),
      tests: numbers.optional(),
    }),
  ),
  rooms: z.looseObject({
    ...{ setup: text.nullable(), build: text.nullable(), bookkeeping: z.array(path), copy: z.array(path) },
    ...{ minutes: z.number().positive(), memory_mb: z.number().positive(), generated: texts },
    network: z.enum(['off', 'loopback', 'on']).nullable(),
    services: z
      .object({ up: text.nullable(), ready: text.nullable(), down: text.nullable(), exclusive: z.boolean() })
      .nullable(),
    env: z.object({ pass: texts, set: z.record(text, text) }),
  }),
  digest: text,
})

/** A manifest from the text of its file, or the reason why it is none. */
export function readManifest(source: string): Result<ReadManifest, string> {
  const document = parseDocument(source, { prettyErrors: false })
  const [error] = document.errors
  if (error) return err(`it is not YAML: ${error.message}`)
  let value: unknown
  try {
    value = document.toJS()
  } catch (problem) {
    return err(`it is not YAML: ${(problem as Error).message}`)
  }
  const read = schema.safeParse(value)
  if (!read.success) {
    const [issue] = read.error.issues
    return err(`${issue!.path.join('.') || 'the file'}: ${issue!.message}`)
  }
  const { digest, ...manifest } = value as Manifest & { readonly digest: string }
  return ok({ manifest, digest })
}
