import type { HandlerInput } from '../../../contract/endpoint.ts'
import type { FileReply } from '../../../contract/list.ts'
import { Problem } from '../../../contract/problems.ts'
import { localEnglish } from '../../../domain/local-english.ts'
import { requesterOf } from '../../../server/heavy-work/requester.ts'
import type * as contract from '../payments.contract.ts'
import { listLetters } from './letters.queries.ts'
import { type PaymentContext, payerOf } from './payment-context.ts'
import { lettersPerFile, storedLetter, writeLetters } from './payment-letter.ts'
import { fileOf, recordDownload, requireAnsweredChecks, requireRun } from './run-downloads.ts'

/** The letters of an approved run to print, in parts; others go by mail. Each download is in the audit log. Throws `conflict` before the approval, `not-found`. */
export async function downloadLetters(
  { params: { runId }, query: { part } }: HandlerInput<typeof contract.downloadLetters>,
  context: PaymentContext,
): Promise<FileReply> {
  const run = await requireRun(runId, context)
  await requireAnsweredChecks(run, context)
  if (run.approved_at === null)
    throw new Problem('conflict', { detail: 'The letters of a run are created when it is approved.' })
  const { client } = payerOf(context)
  const offset = (part - 1) * lettersPerFile
  const rows = await listLetters(context.db, runId, { offset, limit: lettersPerFile })
  if (rows.length === 0) throw new Problem('not-found')
  const cheque = localEnglish('Cheque', client.locale)
  const pdf = await writeLetters(
    rows.map(row => ({
      letter: storedLetter(row.letter),
      payeeName: row.payee_name ?? '',
      payeeAddress: row.payee_address,
      cheque: row.cheque_number === null ? null : `${cheque} ${row.cheque_number}`,
    })),
    {
      client,
      title: `Letters of payment run ${run.run_number}`,
      paymentOn: run.payment_on,
      createdAt: run.approved_at,
    },
    requesterOf(context),
  )
  await recordDownload(
    'payment-letters-downloaded',
    { run: String(run.run_number), part: String(part), letters: String(rows.length) },
    context,
  )
  return fileOf(`${client.name}-run-${run.run_number}-letters-${part}.pdf`, 'application/pdf', pdf)
}
