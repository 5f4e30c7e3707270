/** Programs that run in rooms: one records the calls of a test file into the program, another makes them again in a plain process. */
export type WitnessPrograms = Readonly<
  Record<
    'javascript' | 'python',
    {
      /** The text to add to a test file: a function of this name that writes to the file `log`. */
      recorder(names: { readonly name: string; readonly log: string; readonly stream: string }): string
      /** The command of the replay, and its tools. */
      readonly command: string
      tools(traces: unknown): Readonly<Record<string, string>>
    }
  >
>
