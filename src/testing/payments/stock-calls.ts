import { randomUUID } from 'node:crypto'
import {
  type ChequeStock,
  getChequeStock,
  recordChequeBox,
  spoilCheques,
} from '../../features/payments/cheque-stock.contract.ts'
import { reprintCheque } from '../../features/payments/print-cheques.contract.ts'
import { hostOf, type TestApp } from '../app.ts'
import type { Person } from '../factories/make-fund.ts'

const command = <A>(attributes: A) => ({ body: { data: { type: 'command' as const, attributes } } })

/** The requests of tests about the stock of cheques. */
export function stockCalls(portal: TestApp, client = 'npt') {
  const as = (person: Person, idempotencyKey?: string) => ({
    as: person.session,
    client,
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
  })
  return {
    read: async (by: Person): Promise<ChequeStock | null> =>
      (await portal.call(getChequeStock, { query: {} }, as(by))).reply.stock,
    record: (
      by: Person,
      box: { first: number | string; last: number | string; receivedOn?: string },
      key?: string,
    ) =>
      portal.call(
        recordChequeBox,
        command({
          ...{ first: String(box.first), last: String(box.last) },
          // Tests also send what is no day.
          receivedOn: (box.receivedOn ?? '2026-03-10') as never,
        }),
        as(by, key),
      ),
    spoil: (by: Person, about: { first: number; last?: number; reason?: string }, key?: string) =>
      portal.call(
        spoilCheques,
        command({
          ...{ first: String(about.first), last: String(about.last ?? about.first) },
          reason: about.reason ?? 'Torn by the printer',
        }),
        as(by, key),
      ),
    /** Sends a box as no form would, and returns the status of the answer. */
    sendRaw: async (by: Person, attributes: object): Promise<number> =>
      (
        await portal.app.inject({
          method: 'POST',
          url: '/api/cheque-stock/boxes',
          headers: { host: hostOf(client), 'idempotency-key': randomUUID(), ...by.session.headers },
          payload: { data: { type: 'command', attributes } },
        })
      ).statusCode,
    reprint: (runId: string, paymentId: string, by: Person, key?: string) =>
      portal.call(
        reprintCheque,
        { params: { runId, paymentId }, ...command({ reason: 'Torn by the printer' }) },
        as(by, key),
      ),
    download: (runId: string, by: Person, what: 'micr' | 'cheques' | `cheques?number=${number}`) =>
      portal.app.inject({
        method: 'POST',
        url: `/api/payment-runs/${runId}/${what}`,
        headers: { host: hostOf(client), ...by.session.headers },
      }),
  }
}
