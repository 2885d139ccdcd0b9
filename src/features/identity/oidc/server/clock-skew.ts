import { minuteMs } from '../../../../domain/durations.ts'

/** The tolerated difference between a provider's clock and ours. */
export const clockSkewMs = 2 * minuteMs
