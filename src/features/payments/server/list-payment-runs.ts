import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { keysetPage, splitPage } from '../../../server/http/keyset-page.ts'
import { isStockLow } from '../domain/cheque-stock.ts'
import type * as contract from '../payments.contract.ts'
import { countStock } from './cheque-stock.queries.ts'
import { chequeAccount, waitingForCheques } from './cheque-stock.ts'
import { paymentDayOf } from './cutoff.ts'
import { sumReady } from './facts.queries.ts'
import { type PaymentContext, payerOf, timesOf } from './payment-context.ts'
import { runResponse } from './run-details.ts'
import { countUnsent, listRuns, runKeysets } from './runs.queries.ts'

/** The grants waiting for a run, and a page of the runs. Throws `not-found` for a book that pays nothing. */
export async function listPaymentRuns(
  input: HandlerInput<typeof contract.listPaymentRuns>,
  context: PaymentContext,
): Promise<Reply<typeof contract.listPaymentRuns>> {
  const { settings } = payerOf(context)
  const { db, book } = context
  const [ready, unsent, runs, counts] = await Promise.all([
    sumReady(db, settings.cheques),
    countUnsent(db),
    pageOfRuns(input, context),
    settings.cheques ? countStock(db, chequeAccount(context)) : null,
  ])
  const waiting = waitingForCheques(ready, unsent)
  const methods = settings.cheques ? (['eft', 'cheque'] as const) : (['eft'] as const)
  return {
    data: runs.data,
    meta: {
      ...runs.meta,
      currency: book.currency,
      settings: { cheques: settings.cheques, format: settings.format, cutoff: settings.cutoff },
      stock: counts?.has_boxes
        ? { left: counts.left, isLow: isStockLow({ left: counts.left, waiting }) }
        : null,
      ready: methods.map(method => {
        const found = ready.find(each => each.method === method)
        const inState = (state: 'created' | 'approved') => {
          const runsOfState = unsent.find(each => each.method === method && each.state === state)
          return { runs: runsOfState?.runs ?? 0, grants: runsOfState?.grants ?? 0 }
        }
        return {
          method,
          grants: found?.grants ?? 0,
          amountMinor: found?.amount_minor ?? 0n,
          toApprove: inState('created'),
          toSend: inState('approved'),
        }
      }),
    },
  }
}

type Query = HandlerInput<typeof contract.listPaymentRuns>['query']

/** A page of the runs. */
export async function pageOfRuns(
  { query }: { query: Pick<Query, 'first' | 'after' | 'sort' | 'keywords'> },
  context: PaymentContext,
) {
  const [now, times] = [context.clock.now(), timesOf(context)]
  const next = { eft: paymentDayOf('eft', now, times), cheque: paymentDayOf('cheque', now, times) }
  const page = keysetPage({ query, defaultSort: '-runNumber', keysetsOf: runKeysets(next) })
  const found = await listRuns(context.db, query.keywords, page)
  const { rows, meta } = splitPage(page, found.rows, found.total)
  return { data: rows.map(run => runResponse(run, context)), meta }
}
