import type { Kysely } from 'kysely'
import { Problem } from '../../../contract/problems.ts'
import type { IsoDate } from '../../../domain/dates.ts'
import type { DB } from '../../../server/db/schema.ts'
import type { Actor } from '../../../server/session/actor.ts'
import type { Book, Client } from '../../../tenants/client.ts'
import { displayName } from '../../accounts/domain/account-name.ts'
import { findCharityStanding } from '../../charities/server/charity-standing.ts'
import { type GrantStatus, grantStatuses, mayTake, type Transition } from '../domain/grant-life.ts'
import { type Naming, type Purpose, purposeInWords } from '../domain/purpose.ts'
import type { GrantDetails, GrantRow, StaffGrant } from '../grants.contract.ts'
import { charityObjection } from './charity-objection.ts'
import { fourEyesObjection } from './four-eyes.ts'
import { findGrant, type GrantRecord, listSteps } from './grants.queries.ts'
import { standingOf, stateInWords } from './move-grant.ts'

/** A grant as a row of a list; its state in words, with what it waits for. */
export function grantRowOnWire(grant: GrantRecord, client: Client): GrantRow {
  const standing = standingOf(grant)
  const state = stateInWords(standing)
  return {
    grantId: grant.grant_id,
    transactionId: grant.transaction_id.toString(),
    createdDate: grant.recommended_on as IsoDate,
    charityId: grant.charity_id,
    charityName: grant.charity_name,
    grantPurpose: purposeInWords(grant.purpose_code as Purpose, grant.purpose_text, client.locale),
    amount: grant.amount_minor,
    returnedMinor: grant.returned_minor,
    transactionStatusCode: standing.status,
    state: state.charAt(0).toUpperCase() + state.slice(1),
  }
}

type Viewer = { client: Client; book: Book; actor: Actor }

/** A grant with its steps, as its fund's people see it. Unknown and another fund's grant are the same to them. */
export async function grantDetails(
  db: Kysely<DB>,
  grantId: string,
  { client, book, actor }: Viewer,
  accountId: string | null,
): Promise<GrantDetails> {
  const [grant, steps] = await Promise.all([findGrant(db, grantId), listSteps(db, grantId)])
  if (!grant || (accountId !== null && grant.account_id !== accountId)) throw new Problem('not-found')
  const standing = standingOf(grant)
  return {
    ...grantRowOnWire(grant, client),
    currency: book.currency,
    fundId: Number(grant.fund_id),
    accountName: displayName(grant.account_name, grant.account_status, client.showsClosedStatus),
    reviewState: standing.reviewState,
    purposeCode: grant.purpose_code as Purpose,
    purposeText: grant.purpose_text,
    namingCode: grant.naming_code as Naming,
    recommendedByName: steps[0]?.actor_name ?? '',
    paidOn: grant.paid_on as IsoDate | null,
    paymentMethod: grant.payment_method as 'eft' | 'cheque' | null,
    paymentReference: grant.payment_reference,
    mayCancel: mayTake('cancel', standing) && actor.actions.has('GRANT_RECOMMEND'),
    steps: steps.map(step => ({
      step: step.step,
      transition: step.transition as Transition | 'recommend',
      state:
        step.review_state === null
          ? grantStatuses[step.to_status_code as GrantStatus]
          : `${grantStatuses[step.to_status_code as GrantStatus]}, ${step.review_state.replaceAll('_', ' ')}`,
      actorName: step.actor_name,
      at: step.at.toISOString(),
      reason: step.reason,
    })),
  }
}

/** The same for the sponsor's staff, with what each step relied on and whether the caller may take the next. */
export async function staffGrant(
  db: Kysely<DB>,
  grantId: string,
  viewer: Viewer,
  now: Date,
): Promise<StaffGrant> {
  const details = await grantDetails(db, grantId, viewer, null)
  const [grant, steps, charity] = await Promise.all([
    findGrant(db, grantId),
    listSteps(db, grantId),
    findCharityStanding(db, details.charityId, now),
  ])
  if (!grant) throw new Problem('not-found')
  const standing = standingOf(grant)
  const objection = (
    transition: 'approve' | 'pay' | 'reject',
    action: 'GRANT_APPROVE' | 'GRANT_PAY',
  ): string | null => {
    if (!mayTake(transition, standing)) return `This grant is ${stateInWords(standing)}.`
    if (!viewer.actor.actions.has(action)) return 'You do not have access to this step.'
    const own = fourEyesObjection(transition, { userId: viewer.actor.userId }, grant, steps, viewer.client)
    return own ?? (transition === 'reject' ? null : charityObjection(charity))
  }
  return {
    ...details,
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
    may: {
      approve: objection('approve', 'GRANT_APPROVE'),
      pay: objection('pay', 'GRANT_PAY'),
      reject: objection('reject', 'GRANT_APPROVE'),
    },
  }
}
