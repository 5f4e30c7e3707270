/** As the system says it, as git repeats it, and as the journal does. */
const DISK_FULL = /ENOSPC|EDQUOT|no space left on device|disk quota exceeded|disk .*is full/i

/** Whether a failure says that no space is left, whoever was told so. */
export const saysDiskFull = (problem: string): boolean => DISK_FULL.test(problem)
