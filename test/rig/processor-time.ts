/** CPU time: other programs on the machine do not count. */
export function cpuMs(work: () => void): number {
  const before = process.threadCpuUsage()
  work()
  return process.threadCpuUsage(before).user / 1000
}

/** The minimum of several rounds: the first ones include warm-up. */
export const bestCpuMs = (turns: number, work: () => void): number =>
  Math.min(...Array.from({ length: turns }, () => cpuMs(work)))
