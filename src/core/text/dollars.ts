/** In cents, or with more digits below one cent. */
export const dollars = (usd: number): string => `$${usd > 0 && usd < 0.01 ? usd.toFixed(4) : usd.toFixed(2)}`
