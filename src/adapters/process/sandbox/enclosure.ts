/** A sandbox wrapper: a program that is started instead of another one, and starts it isolated. */
export interface Enclosure {
  readonly file: string
  readonly args: readonly string[]
  /** Called when the program has ended: brings back the settings that it changed. */
  readonly close?: () => Promise<void>
}
