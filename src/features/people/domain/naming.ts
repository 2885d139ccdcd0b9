import { keysOf } from '../../../domain/keys-of.ts'

/** Who a grant names to the charity, in the order in which it is offered. A person prefers one for new grants. */
export const namings = {
  fund_and_donor: 'Fund and donor names, with address',
  fund_only: 'Fund name only',
  anonymous: 'Anonymous',
} as const
export type Naming = keyof typeof namings
export const namingCodes = keysOf(namings)
