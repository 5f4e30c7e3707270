/** Asks one question at a terminal; null without an answer (Ctrl-C, Ctrl-D). Undefined without a terminal. */
export function askerAt(
  input: NodeJS.ReadStream,
  output: NodeJS.WriteStream,
): ((question: string) => Promise<string | null>) | undefined {
  if (input.isTTY !== true || output.isTTY !== true) return undefined
  return async question => {
    // Loaded on demand: viewing a run must not wait for it.
    const { createInterface } = await import('node:readline/promises')
    return new Promise(resolve => {
      // Created for one question and closed after it: the live view needs the keyboard for itself.
      const lines = createInterface({ input, output })
      let answer: string | null = null
      lines.on('SIGINT', () => lines.close())
      lines.on('close', () => {
        // Without enter the cursor is still behind the question.
        if (answer === null) output.write('\n')
        resolve(answer)
      })
      const answered = (text: string | null) => {
        answer = text
        lines.close()
      }
      lines.question(question).then(answered, () => lines.close())
    })
  }
}
