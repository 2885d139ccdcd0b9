import type { Kysely } from 'kysely'
import type { Book, Client } from '../../../clients/client.ts'
import { Problem } from '../../../contract/problems.ts'
import { dateOf } from '../../../domain/dates.ts'
import type { Actor } from '../../../server/auth/actor.ts'
import type { DB } from '../../../server/db/schema.ts'
import { displayName } from '../../accounts/domain/account-name.ts'
import { canTransition, grantStateLabel } from '../domain/grant-status.ts'
import { type NextStep, nextStepOf } from '../domain/next-step.ts'
import { purposeDescription } from '../domain/purpose.ts'
import type { GrantDetails, GrantRow } from '../grants.contract.ts'
import { calendarOf } from '../schedules/server/run-occurrence.ts'
import { type AdviceColumns, adviceOf } from './advice.ts'
import { choicesOf } from './grant-choices.ts'
import { findFundOfGrant, findGrant, type GrantRecord } from './grants.queries.ts'
import { listSteps } from './history.queries.ts'
import { grantStateOf } from './transition-rule.ts'

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
    namingCode: grant.naming_code,
    amountMinor: grant.amount_minor,
    returnedMinor: grant.returned_minor,
    transactionStatusCode: grantState.status,
    outcome: grantState.outcome,
    state: grantStateLabel(grantState, client.locale),
  }
}

export type Viewer = { client: Client; book: Book; actor: Actor }

export type StepRow = Awaited<ReturnType<typeof listSteps>>[number]

/** A step as the fund's people see it, without the names and internal notes of the sponsor's staff. */
export const stepForDonors = (step: StepRow, client: Client): GrantDetails['steps'][number] => ({
  step: step.step,
  transition: step.transition,
  state: grantStateLabel(
    grantStateOf({
      transaction_status_code: step.to_status_code,
      review_state: step.review_state,
      outcome: step.outcome,
    }),
    client.locale,
  ),
  actorName: step.actor_side === 'fund' ? step.actor_name : client.displayName,
  at: step.at.toISOString(),
  message: step.message,
})

/** A grant of the fund with its steps, as the fund's people see it. Unknown grants and those of other funds get the same answer. */
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

export type FoundGrant = NonNullable<Awaited<ReturnType<typeof findGrant>>>

export function detailsOf(
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
    ...choicesOf(grant),
    recommendedByName: recommenderOf(rows),
    advice: adviceResponse(grant),
    paidOn: grant.paid_on,
    paymentMethod: grant.payment_method,
    paymentReference: grant.payment_reference,
    mayCancel: canTransition('cancel', grantState) && actor.actions.has('GRANT_RECOMMEND'),
    mayAnswer: canTransition('answer', grantState) && actor.actions.has('GRANT_RECOMMEND'),
    next: nextOf(grant, rows, client),
    steps,
  }
}

/** The fund's own person who took the first step; null where the sponsor's staff did. */
function recommenderOf([first]: readonly StepRow[]): string | null {
  return first?.actor_side === 'fund' ? first.actor_name : null
}

/** The donor's advice that the staff followed, as people see it. */
export function adviceResponse(row: AdviceColumns): GrantDetails['advice'] {
  const advice = adviceOf(row)
  return advice && { donorName: advice.donorName, channel: advice.channel, advisedOn: advice.advisedOn }
}

/** Steps after which the sponsor has its days for the payment. */
const startsPayment: readonly StepRow['transition'][] = ['approve', 'reject-payment']

/** The next step of a grant and its date. A hold does not change the result. */
export function nextOf(
  grant: GrantRecord,
  steps: readonly Pick<StepRow, 'transition' | 'at'>[],
  client: Client,
): NextStep | null {
  const approvedAt = steps.findLast(({ transition }) => startsPayment.includes(transition))?.at
  const approvedOn = approvedAt === undefined ? null : dateOf(approvedAt, client.timeZone)
  return nextStepOf(
    grantStateOf(grant),
    { recommendedOn: grant.recommended_on, approvedOn },
    { days: client.grantDays, calendar: calendarOf(client) },
  )
}

/** The fund of a grant of the book, for staff, who see every fund of it. Throws `not-found`. */
export async function fundOfGrant(db: Kysely<DB>, grantId: string): Promise<string> {
  const found = await findFundOfGrant(db, grantId)
  if (!found) throw new Problem('not-found')
  return found.account_id
}
