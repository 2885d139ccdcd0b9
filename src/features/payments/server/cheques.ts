import type { IsoDate } from '../../../domain/dates.ts'
import { dayMs } from '../../../domain/durations.ts'
import type { Cheque } from '../cheques.contract.ts'
import { chequeAge } from '../domain/payment-run.ts'
import type { OutstandingCheque } from './cheques.queries.ts'

export function response(row: OutstandingCheque, today: IsoDate): Cheque {
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
