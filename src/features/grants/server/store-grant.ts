import { randomUUIDv7 } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Book, Client } from '../../../clients/client.ts'
import type { IsoDate } from '../../../domain/dates.ts'
import { inSavepoint } from '../../../server/db/in-transaction.ts'
import type { DB } from '../../../server/db/schema.ts'
import { addJob } from '../../../server/jobs/add-job.ts'
import type { CharityStatus } from '../../charities/server/charity-status.ts'
import { reservePostings } from '../../ledger/domain/postings.ts'
import { postEntry, violates } from '../../ledger/server/post-entry.ts'
import type { Naming, Purpose } from '../domain/purpose.ts'
import type { StoredBenefitAnswer } from '../domain/purpose-check.ts'
import { insertGrant, updateGrant } from './grants.queries.ts'
import { mailGrantStep } from './mail-grant-step.ts'
import { recordHistoryEntry, type StepActor } from './record-history-entry.ts'

/** The stored fields of a recommendation that has passed its checks. */
type GrantToStore = {
  amountMinor: bigint
  purposeCode: Purpose
  purposeText: string | null
  benefitAnswer: StoredBenefitAnswer | null
  namingCode: Naming
  idempotencyKey: string
}

type StoreSettings = {
  client: Client
  book: Book
  today: IsoDate
  now: Date
  actor: StepActor
  /** Where it comes from. A basket tells the donor about all of its grants with one mail. */
  from:
    | 'form'
    | { scheduleId: string; certifiedAt: Date }
    | { basketId: string }
    | { reissueOf: string; certifiedAt: Date; reason: string }
    /** The part of a charity in an estate case, which may leave an immobile fund. */
    | { caseId: string; reason: string }
}

/**
 * Stores a checked recommendation with its first history entry, sets the amount aside and mails the donor, in the caller's
 * transaction, which holds the lock of the fund. Returns the grant's id. Throws the ledger's violation
 * `available_balance_not_negative` where the balance is too low and the client does not let grants wait.
 */
export async function storeGrant(
  trx: Kysely<DB>,
  accountId: string,
  checked: GrantToStore,
  charity: Pick<CharityStatus, 'charityId' | 'name' | 'evidence'>,
  { client, book, today, now, actor, from }: StoreSettings,
): Promise<string> {
  const grantId = randomUUIDv7()
  await insertGrant(trx, {
    grant_id: grantId,
    account_id: accountId,
    charity_id: charity.charityId,
    charity_name: charity.name,
    ...columnsOf(checked),
    recommended_by: actor.userId,
    on_behalf_of: actor.onBehalfOf ?? null,
    recommended_on: today,
    created_at: now,
    ...originOf(from, now),
  })
  const entry = await reserve(trx, accountId, grantId, checked.amountMinor, {
    client,
    book,
    today,
    actor,
    from,
  })
  const waits = entry === null
  const status = waits ? 2 : 1
  const reviewState = waits ? 'waiting_for_funds' : null
  if (waits) await updateGrant(trx, grantId, { transaction_status_code: status, review_state: reviewState })
  const step = await recordHistoryEntry(trx, {
    grantId,
    transition: 'recommend',
    from: null,
    to: status,
    reviewState,
    outcome: null,
    actor,
    reason: from !== 'form' && 'reason' in from ? from.reason : null,
    message: null,
    evidence: charity.evidence,
    entryId: entry?.entryId ?? null,
    at: now,
  })
  if (from === 'form' || !('basketId' in from))
    await addJob(trx, mailGrantStep, { client: client.name, grantId, step, transition: 'recommend' })
  return grantId
}

/** The columns that a recommendation fills. A repeat with the same key has the same values. */
export const columnsOf = (checked: GrantToStore) => ({
  amount_minor: checked.amountMinor,
  purpose_code: checked.purposeCode,
  purpose_text: checked.purposeText,
  benefit_answer: checked.benefitAnswer,
  naming_code: checked.namingCode,
  idempotency_key: checked.idempotencyKey,
})

/** Where a grant comes from, and when it was certified: a schedule's certification covers its grants, and that of a first grant covers its reissue. */
function originOf(from: StoreSettings['from'], now: Date) {
  if (from === 'form') return { certified_at: now }
  if ('caseId' in from) return { certified_at: now, case_id: from.caseId }
  if ('reissueOf' in from) return { certified_at: from.certifiedAt, reissue_of: from.reissueOf }
  return 'scheduleId' in from
    ? { certified_at: from.certifiedAt, schedule_id: from.scheduleId }
    : { certified_at: now, basket_id: from.basketId }
}

/**
 * Sets the amount aside from the available balance. Null where the balance is too low and the client lets grants wait. The
 * ledger decides, because a balance that was read beforehand may have fallen since.
 */
async function reserve(
  trx: Kysely<DB>,
  accountId: string,
  grantId: string,
  amountMinor: bigint,
  { client, book, today, actor, from }: Pick<StoreSettings, 'client' | 'book' | 'today' | 'actor' | 'from'>,
): Promise<{ entryId: string } | null> {
  const post = () =>
    postEntry(trx, {
      kind: 'grant_recommended',
      currency: book.currency,
      effectiveDate: today,
      grantId,
      ...(from !== 'form' && 'caseId' in from ? { caseId: from.caseId } : {}),
      actorUserId: actor.userId,
      onBehalfOfUserId: actor.onBehalfOf ?? null,
      postings: reservePostings(accountId, amountMinor),
    })
  if (client.overBalance === 'block') return await post()
  try {
    return await inSavepoint(trx, post)
  } catch (error) {
    if (!violates(error, 'available_balance_not_negative')) throw error
    return null
  }
}
