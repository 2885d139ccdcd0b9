import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { addDays, type IsoDate } from '../../../domain/dates.ts'
import { dayMs } from '../../../domain/durations.ts'
import { personOf } from '../../../server/auth/actor.ts'
import { chequeAge, chequeDays } from '../domain/payment-run.ts'
import type {
  Cheque,
  listOutstandingCheques as listEndpoint,
  noteContact as noteEndpoint,
} from '../payments.contract.ts'
import { countOutstandingCheques, listOutstandingCheques, type OutstandingCheque } from './cheques.queries.ts'
import type { PaymentContext } from './payment-context.ts'
import { updatePayment } from './payments.queries.ts'

/** Outstanding cheques, oldest first, and how many of them need an action. */
export async function outstandingCheques(
  { query: { first } }: HandlerInput<typeof listEndpoint>,
  { db, today }: PaymentContext,
): Promise<Reply<typeof listEndpoint>> {
  const [rows, counts] = await Promise.all([
    listOutstandingCheques(db, { limit: first, paymentId: null }),
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

/** Notes that a charity was contacted about its cheque. Throws `not-found` for one that is not outstanding. */
export async function noteContact(
  { params: { paymentId }, body }: HandlerInput<typeof noteEndpoint>,
  context: PaymentContext,
): Promise<Reply<typeof noteEndpoint>> {
  const { db, clock, today } = context
  const rows = await db.transaction().execute(async trx => {
    if ((await listOutstandingCheques(trx, { limit: 1, paymentId })).length === 0)
      throw new Problem('not-found')
    await updatePayment(trx, paymentId, {
      contacted_at: clock.now(),
      contacted_by_name: personOf(context.actor).name,
      contact_note: body.data.attributes.note,
    })
    return await listOutstandingCheques(trx, { limit: 1, paymentId })
  })
  return { data: rows.map(row => response(row, today)) }
}

function response(row: OutstandingCheque, today: IsoDate): Cheque {
  const days = Math.max(0, (Date.parse(today) - Date.parse(row.payment_on)) / dayMs)
  return {
    paymentId: row.payment_id,
    grantId: row.grant_id,
    runNumber: row.run_number,
    number: String(row.cheque_number),
    paymentOn: row.payment_on,
    days,
    age: chequeAge(days),
    payeeName: row.payee_name,
    accountName: row.account_name,
    amountMinor: row.amount_minor,
    contactedAt: row.contacted_at?.toISOString() ?? null,
    contactedByName: row.contacted_by_name,
    contactNote: row.contact_note,
  }
}
