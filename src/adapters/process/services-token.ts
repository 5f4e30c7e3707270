/** Marks the services of whoever has this token: they outlive a command, whose own token takes everything with it. */
export const servicesToken = (token: string): string => `${token}-services`
