/** A program to start instead of another one, which it then starts shut in. */
export interface Enclosure {
  readonly file: string
  readonly args: readonly string[]
}
