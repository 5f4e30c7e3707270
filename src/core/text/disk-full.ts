/** The messages of the system, of git and of the journal. */
const DISK_FULL = /ENOSPC|EDQUOT|no space left on device|disk quota exceeded|disk .*is full/i

/** Whether a failure means that no disk space is left. */
export const saysDiskFull = (problem: string): boolean => DISK_FULL.test(problem)
