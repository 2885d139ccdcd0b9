import { proofsOfAccountsAndGrants } from './proofs/accounts-and-grants.ts'
import { proofsOfMenus } from './proofs/header-and-menus.ts'
import { proofsOfHowItSpeaks } from './proofs/how-it-speaks.ts'
import { proofsOfPeople } from './proofs/people-and-content.ts'
import type { Proofs } from './proofs/proof.ts'
import { proofsOfWhoItIs } from './proofs/who-it-is.ts'

/** Every switch that is read, each with at least one proof; the others stand in not-yet-read.ts. */
export const proofs: Proofs = {
  ...proofsOfWhoItIs,
  ...proofsOfHowItSpeaks,
  ...proofsOfMenus,
  ...proofsOfAccountsAndGrants,
  ...proofsOfPeople,
}
