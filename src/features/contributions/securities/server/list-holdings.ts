import * as z from 'zod/mini'
import type { HandlerInput, Reply } from '../../../../contract/endpoint.ts'
import { dateOf } from '../../../../domain/dates.ts'
import { keysetPage, splitPage } from '../../../../server/http/keyset-page.ts'
import type { ContextOf } from '../../../../server/http/request-context.ts'
import { displayName } from '../../../accounts/domain/account-name.ts'
import { documentReader, mayRead } from '../../../documents/server/document-reader.ts'
import { valuation, workingOf } from '../domain/gift-value.ts'
import { identifierLabels } from '../domain/security-identifier.ts'
import type * as contract from '../holdings.contract.ts'
import type { Holding } from '../holdings.contract.ts'
import { holdingKeysets, type ListedHolding, listHoldingRows } from './list-holdings.queries.ts'

type Context = ContextOf<typeof contract.listHoldings>
type Query = HandlerInput<typeof contract.listHoldings>['query']

/** The lines of assets that were received at gift value, by default those that are held. */
export async function listHoldings(
  { query }: { query: Pick<Query, 'first' | 'after' | 'sort' | 'keywords' | 'show'> },
  context: Context,
): Promise<Reply<typeof contract.listHoldings>> {
  const page = keysetPage({ query, defaultSort: '-giftDate', keysetsOf: holdingKeysets })
  const found = await listHoldingRows(context.db, query, page)
  const { rows, meta } = splitPage(page, found.rows, found.total)
  return { data: rows.map(row => toResponse(row, context)), meta }
}

function toResponse(row: ListedHolding, { actor, book, client, today }: Context): Holding {
  const isOpen = row.is_received && row.account_status !== 'Closed'
  // Decoding checks what was stored.
  const given = z.decode(valuation, row.valuation as never)
  const mayReverse = isOpen && actor.actions.has('POSTING_REVERSE')
  return {
    holdingId: row.holding_id,
    transactionId: Number(row.transaction_id),
    fundId: Number(row.fund_id),
    accountName: displayName(row.account_name, row.account_status, client.showsClosedStatus),
    property: row.property,
    description: row.description,
    identifier:
      row.identifier_type === null ? null : `${identifierLabels[row.identifier_type]} ${row.identifier}`,
    giftDate: row.gift_date,
    units: row.units,
    unitsLeft: row.is_released ? '0' : row.units_left,
    giftValueMinor: row.gift_value_minor,
    leftMinor: row.is_released ? 0n : row.left_minor,
    working: workingOf(given, row.units, { currency: book.currency, locale: client.locale }),
    source: row.source,
    isTakenBack: !row.is_received,
    isReleased: row.is_released,
    latestValuation: row.latest_valuation && {
      ...row.latest_valuation,
      valueMinor: BigInt(row.latest_valuation.valueMinor),
    },
    disposals: row.disposals.map(({ isWaiting, ...each }) => ({
      ...each,
      giftValueMinor: BigInt(each.giftValueMinor),
      proceedsMinor: BigInt(each.proceedsMinor),
      costMinor: BigInt(each.costMinor),
      mayReverse: mayReverse && !each.isReversed && !isWaiting,
    })),
    documents: row.documents
      .filter(({ readers }) => mayRead(documentReader(actor), { type: 'asset', readers }))
      .map(({ readers: _readers, addedAt, ...each }) => ({
        ...each,
        addedDate: dateOf(new Date(addedAt), client.timeZone),
      })),
    tasks: row.tasks.map(task => ({ ...task, isOverdue: task.doneOn === null && task.dueOn < today })),
    postingRequest: row.posting_request,
    mayDispose:
      isOpen &&
      row.units_left !== '0' &&
      !row.is_released &&
      row.posting_request === null &&
      actor.actions.has('POSTING_CREATE'),
    mayManage: row.is_received && actor.actions.has('DOCUMENT_MANAGE'),
  }
}
