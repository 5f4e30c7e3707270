/** Asks one question at a terminal; null when nothing was answered (Ctrl-C, Ctrl-D). Undefined where nobody sits. */
export function askerAt(
  input: NodeJS.ReadStream,
  output: NodeJS.WriteStream,
): ((question: string) => Promise<string | null>) | undefined {
  if (input.isTTY !== true || output.isTTY !== true) return undefined
  return async question => {
    // Loaded when it is wanted: looking at a run must not wait for it.
    const { createInterface } = await import('node:readline/promises')
    return new Promise(resolve => {
      // Made for one question and closed behind it: the live view wants the keyboard for itself.
      const lines = createInterface({ input, output })
      const answered = (answer: string | null) => {
        resolve(answer)
        lines.close()
      }
      lines.on('SIGINT', () => answered(null))
      lines.on('close', () => resolve(null))
      lines.question(question).then(answered, () => resolve(null))
    })
  }
}
