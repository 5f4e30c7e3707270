import type { Edit } from '../edits.ts'
import type { TreeNode } from './node.ts'

/** A language that is read by a grammar of tree-sitter: everything that the proof knows about it. */
export interface TreeLanguage {
  readonly language: string
  readonly grammar: string
  readonly endings: ReadonlySet<string>
  /** Whether a file is named like a test; files below a folder of tests are known by that. */
  readonly isTestFile: (path: string) => boolean
  /** How a line is told apart without a grammar. */
  readonly lines: 'c-like' | 'python'
  /** It is compiled before anything runs. */
  readonly isCompiled: boolean
  /** Comments, and marks that only continue a line. */
  readonly comments: ReadonlySet<string>
  /** Comments that a compiler, its tools or a test runner obey. */
  readonly obeyed: RegExp
  /** One token, whatever is inside. */
  readonly strings: ReadonlySet<string>
  readonly functions: ReadonlySet<string>
  /** A statement that does nothing. */
  readonly nothing: string
  /** The text that replaces a function from a place on; null where no empty value of its type is known. */
  readonly empty?: Empty
  /** A body that compiles for nearly every type, and ends in an error. */
  readonly panics?: string
  /** Imports that nothing needs in the text with emptied functions, if the compiler rejects them. */
  readonly unusedImports?: (before: ReadText, emptied: ReadText | null) => readonly Edit[]
  /** Top-level statements that only name other files; without it, the statements of a file are not told apart. */
  readonly passes?: (node: TreeNode) => boolean
  /** Whether a function is a test by its name; without it, marks before the function decide. */
  readonly isTestName?: (name: string) => boolean
  /** Whether others can use a name; without it, a mark before the declaration decides. */
  readonly isPublicName?: (name: string) => boolean
  /** Macros may be more than the grammar knows. */
  readonly hasMacros?: true
  /** Comments may be code of another language. */
  readonly unreadable?: RegExp
}

export type Empty = (
  read: ReadText,
  found: { readonly node: TreeNode; readonly body: TreeNode },
) => { readonly start: number; readonly text: string } | null

/** A text with its tree. */
export interface ReadText {
  readonly text: string
  readonly root: TreeNode
  readonly row: TreeLanguage
}

export const nodeText = ({ text }: Pick<ReadText, 'text'>, node: TreeNode): string => text.slice(node.start, node.end)
