import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import type { Client } from '../../../../clients/client.ts'
import type { HandlerInput, Reply } from '../../../../contract/endpoint.ts'
import { fieldProblem, Problem } from '../../../../contract/problems.ts'
import { amountTooLarge } from '../../../../domain/money.ts'
import type { Actor } from '../../../../server/auth/actor.ts'
import type { DB } from '../../../../server/db/schema.ts'
import type { BaseContext, ContextOf } from '../../../../server/http/request-context.ts'
import type { PostingHandler } from '../../../posting-requests/server/decide-posting-request.ts'
import { postOrFile } from '../../../posting-requests/server/post-or-file.ts'
import { accountOf } from '../../../posting-requests/server/posting-requests.queries.ts'
import { mayDeduct } from '../../domain/payer.ts'
import { type ContributionRow, findContribution } from '../../server/contributions.queries.ts'
import { entryViolation } from '../../server/enter-contribution.ts'
import { receiveByDecision } from '../../server/receive-contribution.ts'
import { giftValueMinor, millionthsOf, valuation, valuationViolation } from '../domain/gift-value.ts'
import { tasksOfReceipt } from '../domain/holding-task.ts'
import type * as contract from '../holdings.contract.ts'
import { type ReceivedAssets, receivedAssets } from '../holdings.contract.ts'
import { entryKindOfProperties, insertHoldings } from './holdings.queries.ts'

type Context = Pick<BaseContext, 'book' | 'client' | 'clock' | 'today'> & { actor: Actor }

/**
 * Marks a contribution of assets as received, or files this for a second person: posts it at gift value to the excluded assets. Throws
 * `validation` for prices and dates that do not fit, `conflict` where the lines changed meanwhile, and what `receiveContribution` throws.
 */
export async function receiveAssets(
  { params: { contributionId }, body }: HandlerInput<typeof contract.receiveAssets>,
  context: ContextOf<typeof contract.receiveAssets>,
): Promise<Reply<typeof contract.receiveAssets>> {
  const { db, account } = context
  const { accountId } = account
  const received = body.data.attributes
  if (!(await findContribution(db, accountId, contributionId))) throw new Problem('not-found')
  const violation = entryViolation(account)
  if (violation !== null) throw new Problem('conflict', { detail: violation })
  const amountMinor = totalOf(received, context)
  await postOrFile(
    context,
    {
      kind: 'receive-assets',
      subjectId: contributionId,
      accountId,
      amountMinor,
      input: z.encode(receivedAssets, received),
      reason: received.payer?.acceptanceReason ?? null,
      takesTwo: received.payer?.kind === 'ira',
    },
    async trx => await receiveValued(trx, { accountId, contributionId, received }, context),
  )
  const contribution = await findContribution(db, accountId, contributionId)
  return {
    state: contribution?.state ?? 'expected',
    giftValueMinor: amountMinor,
    postingRequest: contribution?.posting_request ?? null,
  }
}

export const assetsPosting = {
  'receive-assets': {
    carryOut: async (trx, request, context) => {
      // Decoding checks what was filed.
      const received = z.decode(receivedAssets, request.input as never)
      const about = { accountId: accountOf(request), contributionId: request.subject_id, received }
      await receiveValued(trx, about, context)
    },
    // As above.
    detailsOf: ({ input }) => z.encode(receivedAssets, z.decode(receivedAssets, input as never)),
  },
} as const satisfies Record<string, PostingHandler>

/** The sum of the lines' gift values. Throws `validation` where a line cannot be valued so. */
function totalOf(
  { lines, giftDate }: ReceivedAssets,
  { client, book, today }: Pick<Context, 'client' | 'book' | 'today'>,
): bigint {
  let totalMinor = 0n
  for (const [index, line] of lines.entries()) {
    const violation = valuationViolation(line.valuation, { property: line.property, giftDate, today })
    if (violation !== null)
      throw fieldProblem(`lines.${index}.valuation.${violation.field}`, violation.sentence)
    const valueMinor = giftValueMinor(line.valuation, line.quantity)
    if (valueMinor === 0n)
      throw fieldProblem(
        `lines.${index}.valuation`,
        'The value of this line is less than the smallest amount',
      )
    totalMinor += valueMinor
  }
  if (totalMinor > client.maxAmountMinor)
    throw fieldProblem('lines', amountTooLarge(client.maxAmountMinor, book.currency, client.locale))
  return totalMinor
}

const linesChanged =
  'The assets of this contribution are not those that you valued. Open it again and look at its lines.'

async function receiveValued(
  trx: Kysely<DB>,
  {
    accountId,
    contributionId,
    received,
  }: { accountId: string; contributionId: string; received: ReceivedAssets },
  context: Context,
): Promise<void> {
  const { lines, giftDate, effectiveDate, payer, method } = received
  const amountMinor = totalOf(received, context)
  await receiveByDecision(
    trx,
    {
      accountId,
      contributionId,
      received: { amountMinor, giftDate, effectiveDate, method, ...(payer === undefined ? {} : { payer }) },
      assets: { entryKind: entryKindOfProperties(lines.map(({ property }) => property)) },
    },
    context,
  )
  // It is locked now.
  const contribution = await findContribution(trx, accountId, contributionId)
  if (!contribution || !areLinesOf(received, contribution))
    throw new Problem('conflict', { detail: linesChanged })
  await insertHoldings(
    trx,
    { contributionId, accountId },
    lines.map(line => ({
      ...line,
      giftValueMinor: giftValueMinor(line.valuation, line.quantity),
      encodedValuation: z.encode(valuation, line.valuation),
      tasks: tasksOf(line.property, received, contribution, context.client),
    })),
  )
}

const areLinesOf = ({ lines }: ReceivedAssets, { assets }: Pick<ContributionRow, 'assets'>): boolean =>
  lines.length === assets.length &&
  lines.every((line, index) => {
    const asset = assets[index]
    return (
      asset !== undefined &&
      asset.description === line.description &&
      millionthsOf(asset.quantity) === millionthsOf(line.quantity)
    )
  })

/** What US law asks for, where the sponsor is under it and the payer deducts the gift. */
function tasksOf(
  property: ReceivedAssets['lines'][number]['property'],
  { lines, giftDate }: ReceivedAssets,
  { payer }: Pick<ContributionRow, 'payer'>,
  { sponsor }: Pick<Client, 'sponsor'>,
) {
  if (sponsor.usStatus === null || (payer !== null && !mayDeduct(payer.kind))) return []
  const similarMinor = lines
    .filter(line => line.property === property)
    .reduce((sum, line) => sum + giftValueMinor(line.valuation, line.quantity), 0n)
  return tasksOfReceipt({ property, similarMinor, giftDate })
}
