import type { HandlerInput } from '../../../contract/endpoint.ts'
import type { FileReply } from '../../../contract/list.ts'
import { Problem } from '../../../contract/problems.ts'
import { localEnglish } from '../../../domain/local-english.ts'
import { requesterOf } from '../../../server/heavy-work/requester.ts'
import type * as contract from '../print-cheques.contract.ts'
import { requireRunToPrint } from './cheques-to-print.ts'
import { listChequesToPrint, listLetterFacts } from './letters.queries.ts'
import type { PaymentContext } from './payment-context.ts'
import { letterOf, storedLetter } from './payment-letter.ts'
import { chequesPerFile, writeCheques } from './print-cheques.ts'
import { fileOf, recordDownload } from './run-downloads.ts'

/**
 * The cheques of a run to print on paper with the account's MICR lines, in parts. Each download is in the audit log with its numbers. Throws
 * `conflict` before the release and once they were posted, `not-found`.
 */
export async function downloadCheques(
  { params: { runId }, query: { part, number } }: HandlerInput<typeof contract.downloadCheques>,
  context: PaymentContext,
): Promise<FileReply> {
  const { run, client } = await requireRunToPrint(runId, context)
  const { db } = context
  const rows = await listChequesToPrint(db, runId, {
    number: number ?? null,
    offset: (part - 1) * chequesPerFile,
    limit: chequesPerFile,
  })
  const numbers = rows.map(row => row.cheque_number ?? 0n).toSorted((one, other) => (one < other ? -1 : 1))
  const [first, last] = [numbers[0], numbers.at(-1)]
  if (first === undefined || last === undefined) throw new Problem('not-found')
  const stored = rows.map(row => storedLetter(row.letter).voucher)
  const facts = stored.every(voucher => voucher !== undefined) ? [] : await listLetterFacts(db, runId)
  const vouchers = new Map(facts.map(each => [each.payment_id, letterOf(each, client).voucher]))
  const cheques = rows.map((row, index) => ({
    number: String(row.cheque_number),
    payeeName: row.payee_name ?? '',
    payeeAddress: row.payee_address,
    amountMinor: row.amount_minor,
    paymentOn: run.payment_on,
    reference: row.reference,
    grantNumber: String(row.transaction_id),
    voucher: stored[index] ?? vouchers.get(row.payment_id) ?? { from: '', purpose: '' },
  }))
  const title = `${localEnglish('Cheques', client.locale)} of payment run ${run.run_number}`
  const createdAt = run.approved_at ?? context.clock.now()
  const pdf = await writeCheques(cheques, { client, title, createdAt }, requesterOf(context))
  await recordDownload(
    'payment-cheques-downloaded',
    {
      ...{ run: String(run.run_number), part: String(part), cheques: String(rows.length) },
      ...{ first: String(first), last: String(last) },
    },
    context,
  )
  const name = `${client.name}-run-${run.run_number}-${localEnglish('cheques', client.locale)}-${number ?? part}.pdf`
  return fileOf(name, 'application/pdf', pdf)
}
