import type { HandlerInput } from '../../../contract/endpoint.ts'
import type { FileReply } from '../../../contract/list.ts'
import { Problem } from '../../../contract/problems.ts'
import { localEnglish } from '../../../domain/local-english.ts'
import { recordAuditEvent } from '../../../server/audit/record-audit-event.ts'
import { decryptBytes } from '../../../server/files/encrypted-bytes.ts'
import { requesterOf } from '../../../server/heavy-work/requester.ts'
import type { downloadLetters, downloadRunFile } from '../payments.contract.ts'
import { listLetters } from './letters.queries.ts'
import { type PaymentContext, payerOf } from './payment-context.ts'
import { lettersPerFile, storedLetter, writeLetters } from './payment-letter.ts'
import { fileOwner } from './run-file.ts'
import { findRun, findRunFile, type RunRecord } from './runs.queries.ts'

async function requireRun(runId: string, { db }: PaymentContext): Promise<RunRecord> {
  const run = await findRun(db, runId)
  if (!run) throw new Problem('not-found')
  return run
}

/** The file of a run, as its approval made it. Each download is in the audit log. Throws `conflict` before it was released, `not-found`. */
export async function runFile(
  { params: { runId } }: HandlerInput<typeof downloadRunFile>,
  context: PaymentContext,
): Promise<FileReply> {
  const run = await requireRun(runId, context)
  const file = await findRunFile(context.db, runId)
  if (run.released_at === null || !file?.file_ciphertext || !file.key_id || !file.data_key || !file.file_name)
    throw new Problem('conflict', { detail: 'The file of this run has not been released yet.' })
  const bytes = decryptBytes(context.documentFiles.keys, fileOwner(context.book.name, runId), {
    ciphertext: file.file_ciphertext,
    dataKey: { keyId: file.key_id, wrapped: file.data_key },
  })
  await recordDownload('payment-file-downloaded', { run: String(run.run_number) }, context)
  return fileOf(file.file_name, mediaTypeOf(file.file_name), bytes)
}

async function recordDownload(
  kind: 'payment-file-downloaded' | 'payment-letters-downloaded',
  about: Record<string, string>,
  { realmDb, actor, clock, request, client }: PaymentContext,
): Promise<void> {
  await recordAuditEvent(realmDb, {
    kind,
    userId: actor.userId,
    sessionId: actor.sessionId,
    at: clock.now(),
    address: request.ip,
    detail: { client: client.name, ...about },
  })
}

const mediaTypeOf = (name: string) =>
  name.endsWith('.xml') ? 'application/xml' : name.endsWith('.csv') ? 'text/csv; charset=utf-8' : 'text/plain'

function fileOf(name: string, mediaType: string, bytes: Uint8Array): FileReply {
  async function* whole(): AsyncGenerator<Uint8Array> {
    yield bytes
  }
  return { name, mediaType, totalRows: null, rowsWritten: () => 0, bytes: whole() }
}

/** The letters of an approved run to print, in parts; others go by mail. Each download is in the audit log. Throws `conflict` before the approval, `not-found`. */
export async function runLetters(
  { params: { runId }, query: { part } }: HandlerInput<typeof downloadLetters>,
  context: PaymentContext,
): Promise<FileReply> {
  const run = await requireRun(runId, context)
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
