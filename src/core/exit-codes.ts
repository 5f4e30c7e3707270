/** Exit codes of a shell for a program that never ran. */
export const NOT_EXECUTABLE = 126
export const NOT_FOUND = 127

/** Whether a shell found or started no program. */
export const neverRan = (code: number | null): boolean => code === NOT_FOUND || code === NOT_EXECUTABLE
