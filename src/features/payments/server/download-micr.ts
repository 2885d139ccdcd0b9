import type { HandlerInput } from '../../../contract/endpoint.ts'
import type { FileReply } from '../../../contract/list.ts'
import { Problem } from '../../../contract/problems.ts'
import { localEnglish } from '../../../domain/local-english.ts'
import { toDecimal } from '../../../domain/money.ts'
import { micrLine } from '../domain/micr-line.ts'
import { maxPaymentsOfRun } from '../domain/payment-run.ts'
import type * as contract from '../print-cheques.contract.ts'
import { compareStockOfRun } from './cheque-stock.queries.ts'
import { chequeAccount } from './cheque-stock.ts'
import { requireRunToPrint } from './cheques-to-print.ts'
import { listChequesToPrint } from './letters.queries.ts'
import type { PaymentContext } from './payment-context.ts'
import { fileOf, recordDownload } from './run-downloads.ts'

/**
 * The MICR line of each cheque of a run as text, for a printer with magnetic ink. Each download is in the audit log. Throws `conflict` before the
 * release, once the cheques were posted, where the client’s routing or account number makes no line, and where the cheques are of another account; `not-found`.
 */
export async function downloadMicr(
  { params: { runId } }: HandlerInput<typeof contract.downloadMicr>,
  context: PaymentContext,
): Promise<FileReply> {
  const { run, client, settings } = await requireRunToPrint(runId, context)
  const { is_of_other } = await compareStockOfRun(context.db, runId, chequeAccount(context))
  if (is_of_other)
    throw new Problem('conflict', {
      detail: localEnglish(
        'These cheques are of another account than the client’s settings have now. Withdraw the approval instead.',
        client.locale,
      ),
    })
  const rows = await listChequesToPrint(context.db, runId, {
    number: null,
    offset: 0,
    limit: maxPaymentsOfRun,
  })
  const { routingNumber, accountNumber } = settings
  const checks = rows.map(row => {
    // A cheque of a released run has its number.
    const chequeNumber = row.cheque_number ?? 0n
    const micr = micrLine({ routingNumber, accountNumber, chequeNumber })
    if (micr === null)
      throw new Problem('conflict', {
        detail: 'The routing or account number in the client’s settings makes no MICR line.',
      })
    return {
      number: String(chequeNumber),
      date: run.payment_on,
      payee: row.payee_name,
      amount: toDecimal(row.amount_minor),
      reference: row.reference,
      micr,
    }
  })
  const content = {
    run: run.run_number,
    currency: client.book.currency,
    routingNumber,
    accountNumber,
    symbols: { A: 'transit', B: 'amount', C: 'on-us', D: 'dash' },
    checks,
  }
  await recordDownload(
    'payment-cheques-downloaded',
    { run: String(run.run_number), part: 'micr', cheques: String(rows.length) },
    context,
  )
  const bytes = Buffer.from(`${JSON.stringify(content, null, 2)}\n`)
  return fileOf(`${client.name}-run-${run.run_number}-micr.json`, 'application/json', bytes)
}
