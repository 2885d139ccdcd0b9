import { type Context, type Decision, decide } from './vettings.ts'

/**
 * Confirms a vetting: donors can find the organization then, and it may receive grants until its last day. The former vetting is
 * replaced. Throws `access-denied` to the person who entered it, `conflict` where it no longer waits or has no document, `not-found`.
 */
export const confirmVetting = (input: Decision, context: Context) => decide(input, context, 'vetted')
