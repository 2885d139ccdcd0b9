import { hash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { fieldProblem, Problem } from '../../../contract/problems.ts'
import type { DB } from '../../../server/db/schema.ts'
import {
  type CharityStatus,
  type Evidence,
  eftPaymentTypeCode,
  findCharityStatus,
} from '../../charities/server/charity-status.ts'
import { findPayee, type PayeeEvidence } from '../../charity-profiles/server/payee-changes.queries.ts'
import { paymentStops } from '../../screening/server/payment-stops.ts'
import { asksAboutControl, controlRefusal, missingControlAnswer } from '../domain/supported-control.ts'
import { requireNotedHints } from '../review/server/related-parties.ts'
import { approvalViolation } from './charity-violation.ts'
import type { GrantRecord } from './grants.queries.ts'
import type { GrantTransition, TransitionSettings } from './transition-rule.ts'

/** The evidence that an approval stores. */
export type ApprovalEvidence = Evidence & {
  /** The reviewer's answer for a supporting organization: whether people of the fund control what it supports. */
  controlsSupported?: boolean
  /** The payee on which it relied. */
  payee?: PayeeEvidence
}

/**
 * Identifies all that a payment takes from the payee: name, address, kind of payment, bank details and e-mail. The last digits of two
 * accounts may be the same.
 */
export const payeeDigest = ({ name, address, email, paysByEft, bankDetailsId }: PayeeEvidence): string =>
  hash('sha256', JSON.stringify([name, address, email, paysByEft, bankDetailsId]))

/** To a reviewer who saw another payee than the approval would confirm. */
const payeeChanged =
  'The payee has changed since you opened this grant. Please check its name and address and the kind of payment again before you approve it.'

/**
 * What an approval relies on: the charity's status, its payee, and the reviewer's answer about control. Null for steps that check no charity.
 * Throws `conflict` where the reviewer saw another payee.
 */
export async function evidenceOf(
  trx: Kysely<DB>,
  charity: CharityStatus | null,
  { controlsSupported, payeeSeen }: GrantTransition,
): Promise<ApprovalEvidence | null> {
  if (charity === null) return null
  const payee = await findPayee(trx, charity.charityId, eftPaymentTypeCode)
  if (payeeSeen !== undefined && payeeSeen !== (payee ? payeeDigest(payee) : null))
    throw new Problem('conflict', { detail: payeeChanged })
  return {
    ...charity.evidence,
    ...(payee ? { payee } : {}),
    ...(asksAboutControl(charity.eligibility) ? { controlsSupported: controlsSupported === true } : {}),
  }
}

/**
 * The charity's current status. Throws `conflict` where it may not be paid, or a list of sanctions stops the payment; one that needs a review needs the approver's reason, and a
 * supporting organization the answer about control.
 */
export async function statusForApproval(
  trx: Kysely<DB>,
  grant: GrantRecord,
  {
    reason,
    controlsSupported,
    actor,
  }: Pick<GrantTransition, 'controlsSupported' | 'actor'> & { reason: string | null },
  { book, client, now }: Pick<TransitionSettings, 'book' | 'client' | 'now'>,
): Promise<CharityStatus> {
  const charity = await findCharityStatus(trx, grant.charity_id, now)
  const violation = approvalViolation(charity, client)
  if (!charity || violation !== null) throw new Problem('conflict', { detail: violation ?? undefined })
  const stops = await paymentStops(trx, [grant.grant_id], { book: book.name, approver: actor.userId })
  const stop = stops.get(grant.grant_id)
  if (stop !== undefined) throw new Problem('conflict', { detail: stop })
  await requireNotedHints(trx, grant)
  if (charity.eligibility.outcome === 'person' && reason === null)
    throw fieldProblem('reason', `${charity.eligibility.sentence} Enter the reason for your approval`)
  if (asksAboutControl(charity.eligibility) && controlsSupported !== false)
    throw fieldProblem('controlsSupported', controlsSupported ? controlRefusal : missingControlAnswer)
  return charity
}
