import type { Kysely } from 'kysely'
import type { HandlerInput } from '../../../contract/endpoint.ts'
import { fieldProblem, Problem } from '../../../contract/problems.ts'
import { nameOf } from '../../../server/auth/actor.ts'
import { inTransaction } from '../../../server/db/in-transaction.ts'
import type { DB } from '../../../server/db/schema.ts'
import { findCharityStatus } from '../../charities/server/charity-status.ts'
import { emptyChoices } from '../../grants/domain/grant-choices.ts'
import { charityViolation } from '../../grants/server/charity-violation.ts'
import { storeGrant } from '../../grants/server/store-grant.ts'
import { excludedReleasePostings, transferPostings } from '../../ledger/domain/postings.ts'
import { postEntry } from '../../ledger/server/post-entry.ts'
import { receiverViolation } from '../../transfers/domain/transfer-violation.ts'
import type { CaseDetails, distributeCase, releaseAssets } from '../estate-cases.contract.ts'
import { type CaseContext, lockInState, recordStep } from './case-context.ts'
import { duesOfShares, nothingDue, takesWholeFund } from './case-rules.ts'
import { type CaseRow, insertPayout, type ShareRow, sharesOf } from './cases.queries.ts'
import { lockFundsOfCase, statusOf } from './distribute.queries.ts'
import { caseDetails } from './show-cases.ts'

/**
 * Makes the transfers and grants that ready shares are due, in one transaction with their entries: a crash leaves all or nothing, and a
 * repeat finds nothing due. A charity that may not receive grants now, and a fund that is not active, are left out. Throws `conflict`
 * where nothing can be made, `not-found`.
 */
export async function distribute(
  { params: { caseId } }: HandlerInput<typeof distributeCase>,
  context: CaseContext,
): Promise<CaseDetails> {
  const { db } = context
  await inTransaction(db, async trx => {
    await lockFundsOfCase(trx, caseId)
    const row = await lockInState(trx, caseId, 'distributing')
    const shares = await sharesOf(trx, caseId)
    if (takesWholeFund(shares))
      throw new Problem('conflict', {
        detail: 'One successor takes the whole fund. Hand over the fund instead.',
      })
    const dues = duesOfShares(row, shares)
    const made: string[] = []
    const left: string[] = []
    for (const [index, share] of shares.entries()) {
      const dueMinor = dues[index] ?? 0n
      if (share.state !== 'ready' || dueMinor === 0n) continue
      const violation = await pay(trx, { row, share, dueMinor }, context)
      if (violation === null) made.push(share.name)
      else left.push(`${share.name}: ${violation}`)
    }
    if (made.length === 0)
      throw new Problem('conflict', {
        detail: left[0] ?? nothingDue,
      })
    const text = [`Made for ${made.join(', ')}.`, ...left.map(each => `Left out ${each}`)].join(' ')
    await recordStep(trx, context, { caseId, kind: 'distributed', text: text.slice(0, 2000) })
  })
  return await caseDetails(db, caseId, context)
}

type Payout = { row: CaseRow; share: ShareRow; dueMinor: bigint }

/** Why a share cannot be paid now, as a sentence; null once it is. */
async function pay(trx: Kysely<DB>, payout: Payout, context: CaseContext): Promise<string | null> {
  const { row, share, dueMinor } = payout
  const { actor, clock } = context
  const common = {
    case_id: row.case_id,
    share_id: share.share_id,
    amount_minor: dueMinor,
    created_by: actor.userId,
    created_by_name: nameOf(actor),
    created_at: clock.now(),
  }
  if (share.to_charity_id !== null) return await makeGrant(trx, payout, common, context)
  if (share.to_account_id === null) return 'Its recipient has not been decided.'
  const ofReceiver = receiverViolation(await statusOf(trx, share.to_account_id))
  if (ofReceiver !== null) return ofReceiver
  const { entryId } = await postEntry(trx, {
    kind: 'transfer',
    currency: context.book.currency,
    effectiveDate: context.today,
    caseId: row.case_id,
    actorUserId: actor.userId,
    onBehalfOfUserId: null,
    postings: transferPostings(row.account_id, share.to_account_id, dueMinor),
  })
  await insertPayout(trx, { ...common, entry_id: entryId, grant_id: null })
  return null
}

/** A grant of the share: no minimum applies to it. It is approved and paid as any other, by others. */
async function makeGrant(
  trx: Kysely<DB>,
  { row, share, dueMinor }: Payout,
  common: Omit<Parameters<typeof insertPayout>[1], 'entry_id' | 'grant_id'>,
  { client, book, today, clock, actor }: CaseContext,
): Promise<string | null> {
  const charity = await findCharityStatus(trx, share.to_charity_id ?? '', clock.now())
  const violation = charityViolation(charity)
  if (!charity || violation !== null) return violation
  const grantId = await storeGrant(
    trx,
    row.account_id,
    {
      amountMinor: dueMinor,
      ...emptyChoices,
      namingCode: 'fund_only',
      idempotencyKey: crypto.randomUUID(),
    },
    charity,
    {
      client,
      book,
      today,
      now: clock.now(),
      actor: { userId: actor.userId, name: nameOf(actor), side: 'sponsor' },
      from: { caseId: row.case_id, reason: `Case ${row.case_number}: the share of ${share.name}` },
    },
  )
  await insertPayout(trx, { ...common, entry_id: null, grant_id: grantId })
  return null
}

/**
 * Records that excluded assets were sold; every share gets its part of the money. Throws `validation` for more than there is, `conflict`, `not-found`.
 */
export async function release(
  { params: { caseId }, body }: HandlerInput<typeof releaseAssets>,
  context: CaseContext,
): Promise<CaseDetails> {
  const { db, book, today, actor } = context
  const { amountMinor, reason } = body.data.attributes
  await inTransaction(db, async trx => {
    const row = await lockInState(trx, caseId, 'distributing')
    if (amountMinor > row.excluded_minor)
      throw fieldProblem('amountMinor', 'The fund has fewer excluded assets than this')
    await postEntry(trx, {
      kind: 'release',
      currency: book.currency,
      effectiveDate: today,
      caseId,
      actorUserId: actor.userId,
      onBehalfOfUserId: null,
      postings: excludedReleasePostings(row.account_id, amountMinor),
    })
    await recordStep(trx, context, { caseId, kind: 'released', text: reason })
  })
  return await caseDetails(db, caseId, context)
}
