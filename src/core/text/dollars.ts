/** Cents, and where there is less than one of them, what there is. */
export const dollars = (usd: number): string => `$${usd > 0 && usd < 0.01 ? usd.toFixed(4) : usd.toFixed(2)}`
