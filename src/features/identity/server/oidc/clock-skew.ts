/** The tolerated difference between a provider's clock and ours. */
export const clockSkewMs = 2 * 60 * 1000
