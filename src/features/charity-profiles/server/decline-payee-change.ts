import { type Decision, decidePayeeChange } from './decide-payee-change.ts'
import type { Context } from './payee-changes.ts'

/** Declines an open change; the person who entered it may withdraw it in this way. Throws `conflict`, `not-found`. */
export const declinePayeeChange = (input: Decision, context: Context) =>
  decidePayeeChange(input, context, 'declined')
