import type { Kysely } from 'kysely'
import type { Book, Client } from '../../../clients/client.ts'
import { Problem } from '../../../contract/problems.ts'
import type { Actor } from '../../../server/auth/actor.ts'
import type { DB } from '../../../server/db/schema.ts'
import { displayName } from '../../accounts/domain/account-name.ts'
import { type CharityStatus, findCharityStatus } from '../../charities/server/charity-status.ts'
import { stepStatusViolation } from '../domain/fund-status.ts'
import { canTransition, grantStateLabel } from '../domain/grant-status.ts'
import { purposeDescription } from '../domain/purpose.ts'
import { benefitAnswers, benefitQuestion } from '../domain/purpose-check.ts'
import type { GrantDetails, GrantRow, StaffGrant } from '../grants.contract.ts'
import { charityViolation } from './charity-violation.ts'
import { dualControlViolation } from './dual-control.ts'
import { findFundOfGrant, findGrant, type GrantRecord, listSteps } from './grants.queries.ts'
import { grantStateInSentence, grantStateOf } from './transition-rule.ts'

/** A grant as a row of a list; its state as text, and what it waits for. */
export function grantRowResponse(grant: GrantRecord, client: Client): GrantRow {
  const grantState = grantStateOf(grant)
  return {
    grantId: grant.grant_id,
    transactionId: grant.transaction_id.toString(),
    createdDate: grant.recommended_on,
    charityId: grant.charity_id,
    charityName: grant.charity_name,
    grantPurpose: purposeDescription(grant.purpose_code, grant.purpose_text, client.locale),
    amountMinor: grant.amount_minor,
    returnedMinor: grant.returned_minor,
    transactionStatusCode: grantState.status,
    outcome: grantState.outcome,
    state: grantStateLabel(grantState),
  }
}

type Viewer = { client: Client; book: Book; actor: Actor }

type StepRow = Awaited<ReturnType<typeof listSteps>>[number]

/** A step as the fund's people see it: the sponsor's staff have no name here, and their internal note stays with them. */
const stepForDonors = (step: StepRow, client: Client): GrantDetails['steps'][number] => ({
  step: step.step,
  transition: step.transition,
  state: grantStateLabel(
    grantStateOf({
      transaction_status_code: step.to_status_code,
      review_state: step.review_state,
      outcome: step.outcome,
    }),
  ),
  actorName: step.actor_side === 'fund' ? step.actor_name : client.displayName,
  at: step.at.toISOString(),
  message: step.message,
})

/** A grant of the fund with its steps, as the fund's people see it. Unknown and another fund's grant are the same to them. */
export async function grantDetails(
  db: Kysely<DB>,
  accountId: string,
  grantId: string,
  viewer: Viewer,
): Promise<GrantDetails> {
  const [grant, steps] = await Promise.all([findGrant(db, accountId, grantId), listSteps(db, grantId)])
  if (!grant) throw new Problem('not-found')
  return detailsOf(grant, steps, viewer)
}

type FoundGrant = NonNullable<Awaited<ReturnType<typeof findGrant>>>

function detailsOf(
  grant: FoundGrant,
  rows: readonly StepRow[],
  { client, book, actor }: Viewer,
): GrantDetails {
  const grantState = grantStateOf(grant)
  const steps = rows.map(row => stepForDonors(row, client))
  return {
    ...grantRowResponse(grant, client),
    currency: book.currency,
    fundId: Number(grant.fund_id),
    accountName: displayName(grant.account_name, grant.account_status, client.showsClosedStatus),
    reviewState: grantState.reviewState,
    purposeCode: grant.purpose_code,
    purposeText: grant.purpose_text,
    namingCode: grant.naming_code,
    recommendedByName: steps[0]?.actorName ?? '',
    paidOn: grant.paid_on,
    paymentMethod: grant.payment_method,
    paymentReference: grant.payment_reference,
    mayCancel: canTransition('cancel', grantState) && actor.actions.has('GRANT_RECOMMEND'),
    steps,
  }
}

/** The fund of a grant of the book, for staff, who see every fund of it. Throws `not-found`. */
export async function fundOfGrant(db: Kysely<DB>, grantId: string): Promise<string> {
  const found = await findFundOfGrant(db, grantId)
  if (!found) throw new Problem('not-found')
  return found.account_id
}

/** Why an approved grant is not paid yet, as a sentence; null if nothing prevents the payment (§13). */
export function heldBecause(grant: GrantRecord, accountStatus: string): string | null {
  return canTransition('pay', grantStateOf(grant)) ? stepStatusViolation('pay', accountStatus) : null
}

/** A grant for the sponsor's staff: who took each step and why, on what it relied, and whether the caller may take the next. */
export async function staffGrant(
  db: Kysely<DB>,
  accountId: string,
  grantId: string,
  viewer: Viewer,
  now: Date,
): Promise<StaffGrant> {
  const [grant, steps] = await Promise.all([findGrant(db, accountId, grantId), listSteps(db, grantId)])
  if (!grant) throw new Problem('not-found')
  const charity = await findCharityStatus(db, grant.charity_id, now)
  const details = detailsOf(grant, steps, viewer)
  const answer = grant.benefit_answer
  return {
    ...details,
    recommendedByName: steps[0]?.actor_name ?? '',
    steps: steps.map(row => ({
      ...stepForDonors(row, viewer.client),
      actorName: row.actor_name,
      reason: row.reason,
    })),
    benefit: answer === null ? null : { question: benefitQuestion, answer: benefitAnswers[answer] },
    held: heldBecause(grant, grant.account_status),
    donorName: grant.donor_name,
    eligibility: charity ? { ...charity.eligibility } : null,
    charityNow: charity
      ? {
          refusedByStaff: charity.refusedByStaff,
          paysByEft: charity.paysByEft,
          evidence: charity.evidence,
        }
      : null,
    evidence: steps.map(step => ({
      step: step.step,
      evidence: step.evidence as Record<string, unknown> | null,
    })),
    may: mayOf(grant, steps, charity, viewer),
  }
}

/** Why the caller may not take each of the steps, as a sentence; null if they may. */
function mayOf(
  grant: FoundGrant,
  steps: readonly StepRow[],
  charity: CharityStatus | undefined,
  { actor, client }: Viewer,
): StaffGrant['may'] {
  const grantState = grantStateOf(grant)
  const violation = (
    transition: 'approve' | 'pay' | 'reject',
    action: 'GRANT_APPROVE' | 'GRANT_PAY',
  ): string | null => {
    if (!canTransition(transition, grantState)) return `This grant is ${grantStateInSentence(grantState)}.`
    if (!actor.actions.has(action)) return 'You do not have access to this step.'
    const ofFund = stepStatusViolation(transition, grant.account_status)
    if (ofFund !== null) return ofFund
    const own = dualControlViolation(transition, { userId: actor.userId }, grant, steps, client)
    return own ?? (transition === 'reject' ? null : charityViolation(charity))
  }
  return {
    approve: violation('approve', 'GRANT_APPROVE'),
    pay: violation('pay', 'GRANT_PAY'),
    reject: violation('reject', 'GRANT_APPROVE'),
  }
}
