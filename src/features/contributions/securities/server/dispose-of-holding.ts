import { randomUUIDv7 } from 'node:crypto'
import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import { fieldProblem, Problem } from '../../../../contract/problems.ts'
import type { IsoDate } from '../../../../domain/dates.ts'
import { type Actor, personOf } from '../../../../server/auth/actor.ts'
import type { DB } from '../../../../server/db/schema.ts'
import { violates } from '../../../../server/db/violates.ts'
import type { BaseContext } from '../../../../server/http/request-context.ts'
import { lockAccountRow } from '../../../accounts/server/account-row.queries.ts'
import type { Entry } from '../../../ledger/domain/entry.ts'
import { excludedReleasePostings, feePostings, marketPostings } from '../../../ledger/domain/postings.ts'
import { postEntry } from '../../../ledger/server/post-entry.ts'
import type { PostingHandler } from '../../../posting-requests/server/decide-posting-request.ts'
import { postOrFile } from '../../../posting-requests/server/post-or-file.ts'
import { accountOf, findOpenRequest } from '../../../posting-requests/server/posting-requests.queries.ts'
import { formatQuantity } from '../../domain/contribution.ts'
import { mayDeduct, type PayerKind } from '../../domain/payer.ts'
import { lockContribution } from '../../server/contributions.queries.ts'
import { futureDay, millionthsOf, partOfGiftValue } from '../domain/gift-value.ts'
import { tasksOfSale } from '../domain/holding-task.ts'
import { type FiledDisposal, filedDisposal } from '../holdings.contract.ts'
import {
  countDisposals,
  findHolding,
  type HoldingRow,
  insertDisposal,
  insertTasks,
} from './holdings.queries.ts'

export type DisposalContext = BaseContext & { actor: Actor }

type About = { accountId: string; holdingId: string; disposal: FiledDisposal }

/** So many sales and releases of one line; its list shows all of them. */
const maxDisposals = 100

/**
 * Records a sale or a release of a line, or files this for a second person. Throws `not-found`, `validation` for more units than are
 * left or days that do not fit, `conflict` where the account or the contribution does not allow it, and what `postOrFile` throws.
 */
export async function disposeOfHolding(
  about: Omit<About, 'disposal'> & { disposal: DisposalInput; reason: string | null },
  context: DisposalContext,
) {
  const { db } = context
  const { accountId, holdingId, reason } = about
  const holding = await findHolding(db, accountId, holdingId)
  if (!holding) throw new Problem('not-found')
  const disposal: FiledDisposal = { ...about.disposal, description: holding.description }
  requireLeft(disposal, holding)
  await postOrFile(
    context,
    {
      kind: 'dispose-of-holding',
      subjectId: holdingId,
      accountId,
      amountMinor: disposal.kind === 'sale' ? disposal.proceedsMinor : partOf(disposal, holding),
      input: z.encode(filedDisposal, disposal),
      reason,
    },
    async trx => await disposeByDecision(trx, { accountId, holdingId, disposal }, context),
  )
  const waiting = await findOpenRequest(db, holdingId)
  return {
    postingRequest:
      waiting === undefined
        ? null
        : {
            kind: 'dispose-of-holding' as const,
            requestedByName: waiting.requested_by_name,
            requestedAt: waiting.requested_at.toISOString(),
          },
  }
}

type WithoutDescription<Disposal> = Disposal extends unknown ? Omit<Disposal, 'description'> : never
type DisposalInput = WithoutDescription<FiledDisposal>

export const disposalPosting = {
  'dispose-of-holding': {
    carryOut: async (trx, request, context) => {
      // Decoding checks what was filed.
      const disposal = z.decode(filedDisposal, request.input as never)
      const about = { accountId: accountOf(request), holdingId: request.subject_id, disposal }
      await disposeByDecision(trx, about, context)
    },
    // As above.
    detailsOf: ({ input }) => z.encode(filedDisposal, z.decode(filedDisposal, input as never)),
  },
} as const satisfies Record<string, PostingHandler>

const partOf = ({ units }: FiledDisposal, { unitsLeft: leftUnits, leftMinor }: HoldingRow): bigint =>
  partOfGiftValue({ units, leftUnits, leftMinor })

function requireLeft(disposal: FiledDisposal, holding: HoldingRow): void {
  if (millionthsOf(disposal.units) > millionthsOf(holding.unitsLeft))
    throw fieldProblem(
      'units',
      `Enter up to ${formatQuantity(holding.unitsLeft, 'en')}, which is what is left`,
    )
  if (disposal.kind === 'release' && partOf(disposal, holding) === 0n)
    throw fieldProblem('units', 'The gift value of so few units is less than the smallest amount')
  if (disposal.kind === 'sale' && disposal.costMinor > disposal.proceedsMinor)
    throw fieldProblem('costMinor', 'Enter costs up to the proceeds')
}

function requireDays(
  { soldOn, effectiveDate }: { soldOn: IsoDate; effectiveDate: IsoDate },
  holding: HoldingRow,
  today: IsoDate,
): void {
  if (soldOn > today) throw fieldProblem('soldOn', futureDay)
  if (soldOn < holding.giftDate) throw fieldProblem('soldOn', 'Enter the date of the gift, or a later day')
  if (effectiveDate > today) throw fieldProblem('effectiveDate', futureDay)
  if (effectiveDate < soldOn) throw fieldProblem('effectiveDate', 'Enter the day of the sale, or a later one')
  if (effectiveDate < holding.effectiveDate)
    throw fieldProblem('effectiveDate', 'Enter the day from which the account had the asset, or a later one')
}

async function disposeByDecision(
  trx: Kysely<DB>,
  { accountId, holdingId, disposal }: About,
  context: DisposalContext,
): Promise<void> {
  // Locks the account before the contribution, like every transaction that posts to an account.
  await lockAccountRow(trx, accountId)
  const seen = await findHolding(trx, accountId, holdingId)
  if (!seen) throw new Problem('not-found')
  if ((await lockContribution(trx, seen.contributionId)) !== 'received')
    throw new Problem('conflict', { detail: 'The contribution of this asset was taken back.' })
  const holding = await findHolding(trx, accountId, holdingId)
  if (!holding) throw new Problem('not-found')
  requireLeft(disposal, holding)
  if (disposal.kind === 'sale') requireDays(disposal, holding, context.today)
  if ((await countDisposals(trx, holdingId)) >= maxDisposals)
    throw new Problem('conflict', { detail: `An asset is sold or released in up to ${maxDisposals} parts.` })
  try {
    await post(trx, { accountId, holding, disposal }, context)
  } catch (error) {
    throw sentenceFor(error)
  }
}

type Posted = { accountId: string; holding: HoldingRow; disposal: FiledDisposal }

async function post(
  trx: Kysely<DB>,
  { accountId, holding, disposal }: Posted,
  { actor, book, client, clock, today }: DisposalContext,
): Promise<void> {
  const giftValueMinor = partOf(disposal, holding)
  const { units, holdingId } = { ...disposal, holdingId: holding.holdingId }
  const sale =
    disposal.kind === 'sale'
      ? disposal
      : { proceedsMinor: giftValueMinor, costMinor: 0n, soldOn: today, effectiveDate: today }
  const what = `${formatQuantity(units, client.locale)} × ${holding.description}`
  const entry = async (kind: Entry['kind'], postings: Entry['postings'], comment: string) =>
    (
      await postEntry(trx, {
        ...{ kind, postings, comment },
        currency: book.currency,
        effectiveDate: sale.effectiveDate,
        actorUserId: actor.userId,
        onBehalfOfUserId: null,
      })
    ).entryId
  const differenceMinor = sale.proceedsMinor - giftValueMinor
  const said = disposal.kind === 'sale' ? `Sale of ${what}` : `Release of ${what}`
  const differenceEntryId =
    differenceMinor === 0n
      ? null
      : await entry(
          differenceMinor > 0n ? 'gain' : 'loss',
          marketPostings(accountId, differenceMinor, 'excluded'),
          said,
        )
  const releaseEntryId = await entry('release', excludedReleasePostings(accountId, sale.proceedsMinor), said)
  const feeEntryId =
    sale.costMinor === 0n
      ? null
      : await entry('investment_fee', feePostings(accountId, sale.costMinor), `Cost of the sale of ${what}`)
  const by = personOf(actor)
  const disposalId = randomUUIDv7()
  await insertDisposal(trx, {
    disposal_id: disposalId,
    holding_id: holdingId,
    account_id: accountId,
    kind: disposal.kind,
    units,
    gift_value_minor: giftValueMinor,
    proceeds_minor: sale.proceedsMinor,
    cost_minor: sale.costMinor,
    disposed_on: sale.soldOn,
    effective_date: sale.effectiveDate,
    difference_entry_id: differenceEntryId,
    release_entry_id: releaseEntryId,
    fee_entry_id: feeEntryId,
    recorded_by: by.userId,
    recorded_by_name: by.name,
    recorded_at: clock.now(),
  })
  // The column's check allows no other kind of payer.
  const isDeducted = holding.payerKind === null || mayDeduct(holding.payerKind as PayerKind)
  if (disposal.kind === 'sale' && client.sponsor.usStatus !== null && isDeducted)
    await insertTasks(trx, { holdingId, disposalId }, tasksOfSale(holding, sale.soldOn))
}

const sentences = {
  status_accepts_entry: 'The status of the account does not allow this.',
  pending_and_excluded_not_negative:
    'The excluded assets of the account are less than this, because a case released them.',
  available_balance_not_negative: 'The available balance of the account does not allow this.',
} as const

function sentenceFor(error: unknown): unknown {
  for (const [constraint, detail] of Object.entries(sentences))
    if (violates(error, constraint)) return new Problem('conflict', { detail })
  return error
}
