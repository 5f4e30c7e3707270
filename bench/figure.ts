/** One goal: the measured value and the required one. */
export interface Figure {
  readonly name: string
  readonly measured: string
  readonly goal: string
  readonly holds: boolean
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

export async function timed(work: () => unknown): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** The median of several rounds, after a warm-up round. */
export async function repeated(rounds: number, work: () => unknown): Promise<number> {
  await work()
  const times: number[] = []
  for (let round = 0; round < rounds; round++) times.push(await timed(work))
  return median(times)
}

export const ms = (value: number): string => `${value < 10 ? value.toFixed(2) : Math.round(value)} ms`
