import { randomUUIDv7 } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Book, Client } from '../../../clients/client.ts'
import type { IsoDate } from '../../../domain/dates.ts'
import { invariant } from '../../../domain/invariant.ts'
import { inSavepoint } from '../../../server/db/in-transaction.ts'
import type { DB } from '../../../server/db/schema.ts'
import { violates } from '../../../server/db/violates.ts'
import type { CharityStatus } from '../../charities/server/charity-status.ts'
import { reservePostings } from '../../ledger/domain/postings.ts'
import { findAvailable } from '../../ledger/server/balance.queries.ts'
import { postEntries } from '../../ledger/server/post-entry.ts'
import { statusCodes } from '../domain/grant-status.ts'
import { adviceColumns } from './advice.ts'
import { choiceColumns, type StoredChoices } from './grant-choices.ts'
import { insertGrants, updateGrants } from './grants.queries.ts'
import { mailGrantSteps } from './mail-grant-step.ts'
import { recordHistories, type Step, type StepActor } from './record-history-entry.ts'
import { requireActiveFund } from './require-active-fund.ts'

/** The stored fields of a recommendation that has passed its checks. */
type GrantToStore = StoredChoices & { amountMinor: bigint; idempotencyKey: string }

type StoreSettings = {
  client: Client
  book: Book
  today: IsoDate
  now: Date
  actor: StepActor
  from: GrantOrigin
}

/** Where a grant comes from. A basket tells the donor about all of its grants with one mail. */
type GrantOrigin =
  | { kind: 'form' }
  | { kind: 'schedule'; scheduleId: string; certifiedAt: Date }
  | { kind: 'basket'; basketId: string }
  | { kind: 'reissue'; reissueOf: string; certifiedAt: Date; reason: string }
  /** The part of a charity in an estate case, which may leave an immobile fund. */
  | { kind: 'case'; caseId: string }
  /** The sponsor’s default grant from a fund whose people did not answer. */
  | { kind: 'default' }

type CheckedGrant = {
  checked: GrantToStore
  charity: Pick<CharityStatus, 'charityId' | 'name' | 'evidence'>
  /** Why the sponsor makes it, for its history. */
  reason?: string
}

/** Stores one checked recommendation, as `storeGrants` does, and returns its id. */
export async function storeGrant(
  trx: Kysely<DB>,
  accountId: string,
  checked: GrantToStore,
  charity: CheckedGrant['charity'],
  settings: StoreSettings,
): Promise<string> {
  const [grantId] = await storeGrants(trx, accountId, [{ checked, charity }], settings)
  invariant(grantId, 'each grant has an id')
  return grantId
}

/**
 * Stores checked recommendations with their first history entries, sets their amounts aside and mails the donor, in the caller's
 * transaction, which holds the lock of the fund. Returns their ids in the same order. Throws the ledger's violation
 * `available_balance_not_negative` where the balance is too low and the client does not let grants wait.
 */
export async function storeGrants(
  trx: Kysely<DB>,
  accountId: string,
  grants: readonly CheckedGrant[],
  settings: StoreSettings,
): Promise<string[]> {
  const { client, today, now, actor, from } = settings
  const grantIds = idsInOrder(grants.length)
  const stored = grants.map((grant, index) => ({ ...grant, grantId: grantIds[index] ?? '' }))
  await insertGrants(
    trx,
    stored.map(({ grantId, checked, charity }) => ({
      grant_id: grantId,
      account_id: accountId,
      charity_id: charity.charityId,
      charity_name: charity.name,
      ...columnsOf(checked),
      recommended_by: actor.userId,
      on_behalf_of: actor.onBehalfOf ?? null,
      ...adviceColumns(actor.advice ?? null),
      recommended_on: today,
      created_at: now,
      ...originOf(from, now),
    })),
  )
  const entryIds = await reserve(trx, accountId, stored, settings)
  const waiting = grantIds.filter(grantId => !entryIds.has(grantId))
  if (waiting.length > 0)
    await updateGrants(trx, waiting, {
      transaction_status_code: statusCodes.underReview,
      review_state: 'waiting_for_funds',
    })
  await recordHistories(
    trx,
    stored.map(grant => [firstStep(grant, entryIds.get(grant.grantId) ?? null, settings)]),
  )
  if (from.kind !== 'basket')
    await mailGrantSteps(
      trx,
      client,
      grantIds.map(grantId => ({ grantId, step: 1, transition: 'recommend' })),
    )
  return stored.map(({ grantId }) => grantId)
}

/** Ids that sort in their order. UUIDs of version 7 that are made within a millisecond do not. */
const idsInOrder = (count: number): string[] => Array.from({ length: count }, () => randomUUIDv7()).sort()

/** `entryId`: the journal entry that sets the amount aside; null where the grant waits for funds. */
const firstStep = (
  { grantId, charity, reason }: CheckedGrant & { grantId: string },
  entryId: string | null,
  { actor, from, now }: StoreSettings,
): Step => ({
  grantId,
  transition: 'recommend',
  from: null,
  to: entryId === null ? 2 : 1,
  reviewState: entryId === null ? 'waiting_for_funds' : null,
  outcome: null,
  actor,
  reason: reason ?? (from.kind === 'reissue' ? from.reason : null),
  message: null,
  evidence: charity.evidence,
  entryId,
  at: now,
})

/** The columns that a recommendation fills. A repeat with the same key has the same values. */
export const columnsOf = (checked: GrantToStore) => ({
  amount_minor: checked.amountMinor,
  ...choiceColumns(checked),
  idempotency_key: checked.idempotencyKey,
})

/** Where a grant comes from, and when it was certified: a schedule's certification covers its grants, and that of a first grant covers its reissue. */
function originOf(from: GrantOrigin, now: Date) {
  switch (from.kind) {
    case 'form':
    case 'default':
      return { certified_at: now }
    case 'schedule':
      return { certified_at: from.certifiedAt, schedule_id: from.scheduleId }
    case 'basket':
      return { certified_at: now, basket_id: from.basketId }
    case 'reissue':
      return { certified_at: from.certifiedAt, reissue_of: from.reissueOf }
    case 'case':
      return { certified_at: now, case_id: from.caseId }
  }
}

/**
 * Sets the amounts aside from the available balance, in the given order. Returns the journal entries by grant, without those grants that
 * have to wait because the balance is too low and the client allows it. The ledger decides, because a balance that was read
 * beforehand may have fallen since.
 */
async function reserve(
  trx: Kysely<DB>,
  accountId: string,
  grants: readonly { grantId: string; checked: GrantToStore }[],
  settings: StoreSettings,
): Promise<Map<string, string>> {
  const { client, book, today, actor, from } = settings
  const entryIds = idsInOrder(grants.length)
  const entries = grants.map(({ grantId, checked }, index) => ({
    entryId: entryIds[index] ?? '',
    kind: 'grant_recommended' as const,
    currency: book.currency,
    effectiveDate: today,
    grantId,
    ...(from.kind === 'case' ? { caseId: from.caseId } : {}),
    actorUserId: actor.userId,
    onBehalfOfUserId: actor.onBehalfOf ?? null,
    postings: reservePostings(accountId, checked.amountMinor),
  }))
  const reserved = new Map(entries.map(({ grantId, entryId }) => [grantId, entryId]))
  try {
    if (client.overBalance === 'block') await postEntries(trx, entries)
    else await inSavepoint(trx, () => postEntries(trx, entries))
    return reserved
  } catch (error) {
    // The status was read with the lock of the fund. Since then the account can only have become held, which takes no lock.
    if (violates(error, 'status_accepts_entry')) requireActiveFund('Immobile', actor)
    if (client.overBalance === 'block' || !violates(error, 'available_balance_not_negative')) throw error
    if (grants.length === 1) return new Map()
  }
  const fitting = await thatFit(trx, accountId, grants)
  return fitting.length === 0 ? new Map() : await reserve(trx, accountId, fitting, settings)
}

/** Those that the available balance covers, one after the other. The caller's lock keeps others from spending it meanwhile. */
async function thatFit<Grant extends { checked: GrantToStore }>(
  trx: Kysely<DB>,
  accountId: string,
  grants: readonly Grant[],
): Promise<Grant[]> {
  let leftMinor = await findAvailable(trx, accountId)
  return grants.filter(({ checked: { amountMinor } }) => {
    const fits = amountMinor <= leftMinor
    if (fits) leftMinor -= amountMinor
    return fits
  })
}
