/** Marks the services of this token: they outlive a command, whose own token ends its whole process tree. */
export const servicesToken = (token: string): string => `${token}-services`
