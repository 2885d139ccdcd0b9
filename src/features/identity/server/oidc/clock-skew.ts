/** By how much a provider's clock may be off. */
export const clockSkewMs = 2 * 60 * 1000
