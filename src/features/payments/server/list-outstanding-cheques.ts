import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { addDays } from '../../../domain/dates.ts'
import type * as contract from '../cheques.contract.ts'
import { chequeDays } from '../domain/payment-run.ts'
import { countOutstandingCheques, findOutstandingCheques } from './cheques.queries.ts'
import { response } from './cheques.ts'
import type { PaymentContext } from './payment-context.ts'

/** Outstanding cheques, oldest first, and how many of them need an action. */
export async function listOutstandingCheques(
  { query: { first } }: HandlerInput<typeof contract.listOutstandingCheques>,
  { db, today }: PaymentContext,
): Promise<Reply<typeof contract.listOutstandingCheques>> {
  const [rows, counts] = await Promise.all([
    findOutstandingCheques(db, { limit: first, paymentId: null }),
    countOutstandingCheques(db, {
      contactBy: addDays(today, -chequeDays.contact),
      staleBy: addDays(today, -chequeDays.stale),
    }),
  ])
  return {
    data: rows.map(row => response(row, today)),
    meta: { total: counts.total, toContact: counts.to_contact, stale: counts.stale },
  }
}
