import { randomUUIDv7 } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { HandlerInput } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { invariant } from '../../../domain/invariant.ts'
import { nameOf } from '../../../server/auth/actor.ts'
import { inTransaction } from '../../../server/db/in-transaction.ts'
import type { DB } from '../../../server/db/schema.ts'
import { type CharityStatus, findCharityStatuses } from '../../charities/server/charity-status.ts'
import { choicesNaming } from '../../grants/domain/grant-choices.ts'
import { charityViolation } from '../../grants/server/charity-violation.ts'
import { storeGrants } from '../../grants/server/store-grant.ts'
import { transferPostings } from '../../ledger/domain/postings.ts'
import { postEntries } from '../../ledger/server/post-entry.ts'
import { receiverViolation } from '../../transfers/domain/transfer-violation.ts'
import type * as contract from '../estate-cases.contract.ts'
import type { CaseDetails } from '../estate-cases.contract.ts'
import { type CaseContext, lockInState, recordStep, stepAuthor } from './case-context.ts'
import { duesOfShares, nothingDue, takesWholeFund } from './case-rules.ts'
import { type CaseRow, insertPayouts, type ShareRow, sharesOf } from './cases.queries.ts'
import { lockFundsOfCase, statusesOf } from './distribute.queries.ts'
import { caseDetails } from './show-cases.ts'

/**
 * Makes the transfers and grants that ready shares are due, in one transaction with their entries: a crash leaves all or nothing, and a
 * repeat finds nothing due. A charity that may not receive grants now, and a fund that is not active, are left out. Throws `conflict`
 * where nothing can be made, `not-found`.
 */
export async function distributeCase(
  { params: { caseId } }: HandlerInput<typeof contract.distributeCase>,
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
    const due = shares.flatMap((share, index) => {
      const dueMinor = dues[index] ?? 0n
      return share.state === 'ready' && dueMinor > 0n ? [{ share, dueMinor }] : []
    })
    const payouts = await checkedPayouts(trx, due, context)
    const made = payouts.filter(({ violation }) => violation === null)
    const left = payouts.flatMap(({ share, violation }) =>
      violation === null ? [] : [`${share.name}: ${violation}`],
    )
    if (made.length === 0)
      throw new Problem('conflict', {
        detail: left[0] ?? nothingDue,
      })
    await makePayouts(trx, row, made, context)
    const names = made.map(({ share }) => share.name)
    const text = [`Made for ${names.join(', ')}.`, ...left.map(each => `Left out ${each}`)].join(' ')
    await recordStep(trx, stepAuthor(context), { caseId, kind: 'distributed', text: text.slice(0, 2000) })
  })
  return await caseDetails(db, caseId, context)
}

type Payout = {
  share: ShareRow
  dueMinor: bigint
  /** The recipient of a grant; null for a transfer. */
  charity: CharityStatus | null
  /** Why the share cannot be paid now, as a sentence; null if it can. */
  violation: string | null
}

async function checkedPayouts(
  trx: Kysely<DB>,
  due: readonly Pick<Payout, 'share' | 'dueMinor'>[],
  { clock }: CaseContext,
): Promise<Payout[]> {
  const charityIds = due.flatMap(({ share }) => share.to_charity_id ?? [])
  const accountIds = due.flatMap(({ share }) => share.to_account_id ?? [])
  const charities = await findCharityStatuses(trx, charityIds, clock.now())
  const statuses = await statusesOf(trx, accountIds)
  const violationOf = ({ to_charity_id: charityId, to_account_id: accountId }: ShareRow): string | null => {
    if (charityId !== null) return charityViolation(charities.get(charityId))
    if (accountId === null) return 'Its recipient has not been decided.'
    const status = statuses.get(accountId)
    invariant(status, 'the fund that a share goes to exists')
    return receiverViolation(status)
  }
  return due.map(({ share, dueMinor }) => ({
    share,
    dueMinor,
    charity: charities.get(share.to_charity_id ?? '') ?? null,
    violation: violationOf(share),
  }))
}

/** Makes the grants and transfers, with the same number of statements for one as for many. */
async function makePayouts(
  trx: Kysely<DB>,
  row: CaseRow,
  payouts: readonly Payout[],
  context: CaseContext,
): Promise<void> {
  const { actor, clock } = context
  const grantIds = await makeGrants(trx, row, payouts, context)
  const entryIds = await makeTransfers(trx, row, payouts, context)
  await insertPayouts(
    trx,
    payouts.map(({ share, dueMinor }) => ({
      case_id: row.case_id,
      share_id: share.share_id,
      amount_minor: dueMinor,
      created_by: actor.userId,
      created_by_name: nameOf(actor),
      created_at: clock.now(),
      ...madeFor(share, { entryIds, grantIds }),
    })),
  )
}

/** What paid a share: the entry of a transfer, or a grant. */
function madeFor(
  { share_id: shareId }: ShareRow,
  { entryIds, grantIds }: Record<'entryIds' | 'grantIds', ReadonlyMap<string, string>>,
) {
  const grantId = grantIds.get(shareId)
  if (grantId !== undefined) return { entry_id: null, grant_id: grantId }
  const entryId = entryIds.get(shareId)
  invariant(entryId, 'a share that is paid has a transfer or a grant')
  return { entry_id: entryId, grant_id: null }
}

/** The journal entries of the transfers by share. */
async function makeTransfers(
  trx: Kysely<DB>,
  row: CaseRow,
  payouts: readonly Payout[],
  { actor, book, today }: CaseContext,
): Promise<ReadonlyMap<string, string>> {
  const entries = payouts.flatMap(({ share, dueMinor }) =>
    share.to_account_id === null
      ? []
      : {
          shareId: share.share_id,
          entryId: randomUUIDv7(),
          kind: 'transfer' as const,
          currency: book.currency,
          effectiveDate: today,
          caseId: row.case_id,
          actorUserId: actor.userId,
          onBehalfOfUserId: null,
          postings: transferPostings(row.account_id, share.to_account_id, dueMinor),
        },
  )
  await postEntries(
    trx,
    entries.map(({ shareId: _shareId, ...entry }) => entry),
  )
  return new Map(entries.map(({ shareId, entryId }) => [shareId, entryId]))
}

/** The grants by share: no minimum applies to them. They are approved and paid as any other, by others. */
async function makeGrants(
  trx: Kysely<DB>,
  row: CaseRow,
  payouts: readonly Payout[],
  { client, book, today, clock, actor }: CaseContext,
): Promise<ReadonlyMap<string, string>> {
  const grants = payouts.flatMap(({ share, dueMinor, charity }) =>
    charity === null
      ? []
      : {
          shareId: share.share_id,
          charity,
          reason: `Case ${row.case_number}: the share of ${share.name}`,
          checked: {
            amountMinor: dueMinor,
            ...choicesNaming('fund_only'),
            idempotencyKey: crypto.randomUUID(),
          },
        },
  )
  if (grants.length === 0) return new Map()
  const grantIds = await storeGrants(trx, row.account_id, grants, {
    client,
    book,
    today,
    now: clock.now(),
    actor: { userId: actor.userId, name: nameOf(actor), side: 'sponsor' },
    from: { kind: 'case', caseId: row.case_id },
  })
  return new Map(grants.map(({ shareId }, index) => [shareId, grantIds[index] ?? '']))
}
