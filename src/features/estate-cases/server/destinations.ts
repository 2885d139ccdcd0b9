import type { Kysely } from 'kysely'
import { fieldProblem } from '../../../contract/problems.ts'
import type { DB } from '../../../server/db/schema.ts'
import { charityName } from '../../charities/domain/charity-name.ts'
import { type CharityStatus, findCharityStatus } from '../../charities/server/charity-status.ts'
import { charityViolation } from '../../grants/server/charity-violation.ts'
import type { CaseContext } from './case-context.ts'

type About = Pick<CaseContext, 'client' | 'clock'>

/** Why a share cannot go to this charity now, as a sentence; null if it can. It is checked again before its grant is approved and paid. */
export function recipientViolation(
  charity: CharityStatus | undefined,
  { client }: Pick<About, 'client'>,
): string | null {
  return charity && client.charityRegisters.includes(charity.register)
    ? charityViolation(charity)
    : 'This charity is not on any of our registers'
}

/** The name of a charity that can receive a share. Throws `validation` on this field. */
export async function requireCharity(
  trx: Kysely<DB>,
  charityId: string,
  field: string,
  { client, clock }: About,
): Promise<string> {
  return nameOfRecipient(await findCharityStatus(trx, charityId, clock.now()), field, { client })
}

/** The same for a charity that was read before. */
export function nameOfRecipient(
  charity: CharityStatus | undefined,
  field: string,
  { client }: Pick<About, 'client'>,
): string {
  const violation = recipientViolation(charity, { client })
  if (!charity || violation !== null) throw fieldProblem(field, violation ?? '')
  return charityName(charity.name)
}
