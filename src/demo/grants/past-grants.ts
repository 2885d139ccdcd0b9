import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Book, Client } from '../../clients/client.ts'
import { Problem } from '../../contract/problems.ts'
import type { IsoDate } from '../../domain/dates.ts'
import { type CharityStatus, requireSelectable } from '../../features/charities/server/charity-status.ts'
import type { PayeeEvidence } from '../../features/charity-profiles/server/payee-changes.queries.ts'
import type { GrantChoices } from '../../features/grants/domain/grant-choices.ts'
import { type GrantState, statusCodes } from '../../features/grants/domain/grant-status.ts'
import type { ApprovalEvidence } from '../../features/grants/server/approval-evidence.ts'
import { checkRecommendation, type Recommendation } from '../../features/grants/server/recommend-grant.ts'
import {
  recordHistories,
  type Step,
  type StepActor,
} from '../../features/grants/server/record-history-entry.ts'
import { entryKinds, postingsOf } from '../../features/grants/server/transition-grant.ts'
import {
  checkTransition,
  type GrantTransition,
  paymentOf,
  returnedBy,
} from '../../features/grants/server/transition-rule.ts'
import type { Entry } from '../../features/ledger/domain/entry.ts'
import { reservePostings } from '../../features/ledger/domain/postings.ts'
import { postEntries } from '../../features/ledger/server/post-entry.ts'
import type { DB } from '../../server/db/schema.ts'

/** A grant of the seed data with its current state and its whole history. */
export type PastGrant = {
  grantId: string
  accountId: string
  charity: CharityStatus
  recommendation: PastRecommendation
  recommendedOn: IsoDate
  recommendedAt: Date
  recommendedBy: StepActor
  grantState: GrantState
  paid: { on: IsoDate; method: 'eft' | 'cheque'; reference: string } | null
  /** How a run pays it. */
  method: 'eft' | 'cheque'
  returnedMinor: bigint
  steps: Step[]
}

type PastRecommendation = GrantChoices & Pick<Recommendation, 'charityId' | 'amountMinor'>
type PastContext = { client: Client; book: Book; on: IsoDate; at: Date; actor: StepActor }
type PastEntry = Entry & { entryId: string }

/**
 * Creates a past recommendation and the entry that reserves its amount. The rules of `recommendGrant` apply, except the question
 * about repeated grants. It writes nothing and sends no mail.
 *
 * @throws Problem validation by field.
 */
export function recommendBackdated(
  accountId: string,
  recommendation: PastRecommendation,
  charity: CharityStatus,
  context: PastContext & { method: 'eft' | 'cheque' },
): { grant: PastGrant; entry: PastEntry } {
  const checked = checkRecommendation({ ...recommendation, certified: true }, context.client, context.book)
  const grantId = randomUUIDv7()
  const entry: PastEntry = {
    ...entryAt(context, grantId),
    kind: 'grant_recommended',
    postings: reservePostings(accountId, recommendation.amountMinor),
  }
  const grantState: GrantState = { status: statusCodes.recommended, reviewState: null, outcome: null }
  const grant: PastGrant = {
    grantId,
    accountId,
    charity: requireSelectable(charity, context.client),
    recommendation: checked,
    recommendedOn: context.on,
    recommendedAt: context.at,
    recommendedBy: context.actor,
    grantState,
    paid: null,
    method: context.method,
    returnedMinor: 0n,
    steps: [],
  }
  addStep(grant, 'recommend', grantState, context, {
    reason: null,
    message: null,
    evidence: { ...grant.charity.evidence, readAt: context.at.toISOString() },
    entryId: entry.entryId,
  })
  return { grant, entry }
}

/**
 * Applies a transition to a past grant by the rules of `transitionGrant`, and returns its journal entry, if there is one. It
 * writes nothing and sends no mail. Throws the same errors as `transitionGrant`.
 */
export function transitionBackdated(
  grant: PastGrant,
  request: Omit<GrantTransition, 'grantId' | 'actor'>,
  context: PastContext & { payee: PayeeEvidence | undefined },
): PastEntry | null {
  const row = {
    account_id: grant.accountId,
    amount_minor: grant.recommendation.amountMinor,
    recommended_by: grant.recommendedBy.userId,
    on_behalf_of: grant.recommendedBy.onBehalfOf ?? null,
    transaction_status_code: grant.grantState.status,
    review_state: grant.grantState.reviewState,
    outcome: grant.grantState.outcome,
    returned_minor: grant.returnedMinor,
  }
  const history = grant.steps.map(({ transition, actor }) => ({ transition, actor_user_id: actor.userId }))
  const transition: GrantTransition = { ...request, grantId: grant.grantId, actor: context.actor }
  const { rule, after, reason, message, checksCharity } = checkTransition(transition, row, history, context)
  if (checksCharity && grant.charity.eligibility.outcome === 'no') throw new Problem('conflict')
  const postings = rule.effect === 'none' ? [] : postingsOf(row, rule.effect, transition)
  const entry =
    rule.effect === 'none' || postings.length === 0
      ? null
      : { ...entryAt(context, grant.grantId), kind: entryKinds[rule.effect], postings }
  if (rule.effect === 'pay') grant.paid = { on: context.on, ...paymentOf(request), method: grant.method }
  if (rule.effect === 'return') grant.returnedMinor += returnedBy(request, row)
  addStep(grant, request.transition, after, context, {
    reason,
    message,
    evidence: checksCharity ? evidenceAt(grant, context) : null,
    entryId: entry?.entryId ?? null,
  })
  return entry
}

/** What an approval relies on: the charity’s status then, and its payee. */
function evidenceAt(
  { charity }: PastGrant,
  { at, payee }: { at: Date; payee: PayeeEvidence | undefined },
): ApprovalEvidence {
  return { ...charity.evidence, readAt: at.toISOString(), ...(payee ? { payee } : {}) }
}

function entryAt({ book, on, actor }: PastContext, grantId: string) {
  return {
    entryId: randomUUIDv7(),
    currency: book.currency,
    effectiveDate: on,
    grantId,
    actorUserId: actor.userId,
    onBehalfOfUserId: actor.onBehalfOf ?? null,
  }
}

function addStep(
  grant: PastGrant,
  transition: Step['transition'],
  to: GrantState,
  { at, actor }: PastContext,
  facts: Pick<Step, 'reason' | 'message' | 'evidence' | 'entryId'>,
): void {
  grant.steps.push({
    grantId: grant.grantId,
    transition,
    from: transition === 'recommend' ? null : grant.grantState.status,
    to: to.status,
    reviewState: to.reviewState,
    outcome: to.outcome,
    actor,
    ...facts,
    at,
  })
  grant.grantState = to
}

/**
 * Writes past grants with their history, and journal entries in the given order, with their runs in the caller's
 * transaction. `writeRunsOf` writes the runs that paid them. The same constraints apply as to any other grant.
 */
export async function writePastGrants(
  trx: Kysely<DB>,
  grants: readonly PastGrant[],
  entries: readonly Entry[],
  writeRunsOf: () => Promise<void>,
): Promise<void> {
  await sql`
    insert into grant_recommendation (grant_id, account_id, charity_id, charity_name, amount_minor, transaction_status_code,
      review_state, outcome, purpose_code, purpose_text, benefit_answer, naming_code, certified_at, recommended_by,
      on_behalf_of, recommended_on, created_at, idempotency_key, paid_on, payment_method, payment_reference, returned_minor)
    select grant_id, account_id, charity_id, charity_name, amount_minor, status, review_state, outcome, purpose_code,
      purpose_text, benefit_answer, naming_code, recommended_at, recommended_by, on_behalf_of, recommended_on, recommended_at, idempotency_key, paid_on,
      payment_method, payment_reference, returned_minor
    from jsonb_to_recordset(${JSON.stringify(grants.map(rowOf))}::jsonb) as g (grant_id uuid, account_id uuid,
      charity_id text, charity_name text, amount_minor bigint, status smallint, review_state text, outcome text,
      purpose_code text, purpose_text text, benefit_answer text, naming_code text, recommended_at timestamptz, recommended_by uuid, on_behalf_of uuid,
      recommended_on date, idempotency_key uuid, paid_on date, payment_method text, payment_reference text,
      returned_minor bigint)`.execute(trx)
  await writeRunsOf()
  await postEntries(trx, entries)
  await recordHistories(
    trx,
    grants.map(({ steps }) => steps),
  )
}

function rowOf({ recommendation, charity, recommendedBy, grantState, paid, ...grant }: PastGrant) {
  return {
    grant_id: grant.grantId,
    account_id: grant.accountId,
    charity_id: charity.charityId,
    charity_name: charity.name,
    amount_minor: recommendation.amountMinor.toString(),
    status: grantState.status,
    review_state: grantState.reviewState,
    outcome: grantState.outcome,
    purpose_code: recommendation.purposeCode,
    purpose_text: recommendation.purposeText,
    benefit_answer: recommendation.benefitAnswer,
    naming_code: recommendation.namingCode,
    recommended_at: grant.recommendedAt,
    recommended_by: recommendedBy.userId,
    on_behalf_of: recommendedBy.onBehalfOf ?? null,
    recommended_on: grant.recommendedOn,
    idempotency_key: randomUUID(),
    paid_on: paid?.on ?? null,
    payment_method: paid?.method ?? null,
    payment_reference: paid?.reference ?? null,
    returned_minor: grant.returnedMinor.toString(),
  }
}
