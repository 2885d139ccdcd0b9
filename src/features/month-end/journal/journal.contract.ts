import * as z from 'zod/mini'
import { endpoint } from '../../../contract/endpoint.ts'
import { fileReply } from '../../../contract/list.ts'
import { command, currency, money } from '../../../contract/wire.ts'
import { journalKinds } from '../../../domain/general-ledger.ts'
import { month, monthEndReaders } from '../month-end.contract.ts'

const sum = {
  kind: z.enum(journalKinds),
  isReversal: z.boolean(),
  bank: z.nullable(z.string()),
  entries: z.int(),
  amountMinor: money,
}
/** What an export booked, as it is stored. */
export const storedSums = z.array(z.object(sum))

const journalLine = z.object({
  ...sum,
  /** The kind, as statements name it. */
  name: z.string(),
  /** The sponsor's accounts; null for what the sponsor does not book. */
  debit: z.nullable(z.string()),
  credit: z.nullable(z.string()),
})
export type JournalLineReply = z.output<typeof journalLine>

const journal = z.object({
  month,
  currency,
  /** Whether the client has accounts for it. */
  isMapped: z.boolean(),
  /** Why nothing can be exported now, as a sentence; null if something can. */
  refusal: z.nullable(z.string()),
  data: z.array(journalLine),
  exports: z.array(
    z.object({
      exportId: z.uuid(),
      number: z.int(),
      fileName: z.string(),
      digest: z.string(),
      byName: z.string(),
      at: z.string(),
    }),
  ),
})
export type Journal = z.output<typeof journal>

export const getJournal = endpoint({
  method: 'GET',
  path: '/api/month-end/journal',
  summary:
    'Returns what the entries of a month are in the sponsor’s general ledger, and the files that were exported of it',
  access: monthEndReaders,
  query: z.object({ month: z.optional(month) }),
  reply: journal,
})

export const exportJournal = endpoint({
  method: 'POST',
  path: '/api/month-end/journal-exports',
  summary:
    'Exports the journal of a month once, or what came since; without a difference it returns the last file',
  access: 'PERIOD_CLOSE',
  idempotent: true,
  audit: 'posting-journal-exported',
  body: command(z.object({ month })),
  reply: z.object({ exportId: z.uuid(), fileName: z.string(), digest: z.string(), isNew: z.boolean() }),
})

export const downloadJournal = endpoint({
  method: 'GET',
  path: '/api/month-end/journal-exports/{exportId}/file',
  summary: 'Returns the file of an export as it was stored',
  access: monthEndReaders,
  records: ['file-exported'],
  params: z.object({ exportId: z.uuid() }),
  reply: fileReply,
  file: true,
})
