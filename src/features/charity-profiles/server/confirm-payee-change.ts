import { type Decision, decidePayeeChange } from './decide-payee-change.ts'
import type { Context } from './payee-changes.ts'

/** Confirms a change, which the profile then has. Throws `access-denied` to the person who entered it, `conflict` where it is not open. */
export const confirmPayeeChange = (input: Decision, context: Context) =>
  decidePayeeChange(input, context, 'confirmed')
