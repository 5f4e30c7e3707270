/** Time on the processor: other programs on the machine do not count. */
export function cpuMs(work: () => void): number {
  const before = process.threadCpuUsage()
  work()
  return process.threadCpuUsage(before).user / 1000
}

/** The shortest of several turns: the first ones pay for what the machine has to learn. */
export const bestCpuMs = (turns: number, work: () => void): number =>
  Math.min(...Array.from({ length: turns }, () => cpuMs(work)))
