import { type Context, type Decision, decide } from './vettings.ts'

/** Declines a vetting that waits; the person who entered it may withdraw it in this way. Throws `conflict`, `not-found`. */
export const declineVetting = (input: Decision, context: Context) => decide(input, context, 'declined')
