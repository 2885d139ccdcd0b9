import type { HandlerInput, Reply } from '../../../../contract/endpoint.ts'
import { localEnglish } from '../../../../domain/local-english.ts'
import type { CloseContext } from '../../close/server/close-context.ts'
import { lastMonth } from '../../domain/months.ts'
import { readRange } from '../../server/read-range.ts'
import type * as contract from '../journal.contract.ts'
import { listKindNames } from './journal.queries.ts'
import { readJournal } from './read-journal.ts'

export async function getJournal(
  { query }: HandlerInput<typeof contract.getJournal>,
  context: CloseContext,
): Promise<Reply<typeof contract.getJournal>> {
  const month = query.month ?? lastMonth(context.today)
  readRange({ from: month, to: month }, context.today)
  const { ledger, sums, exports, refusal } = await readJournal(month, context)
  const names = await listKindNames(context.db)
  return {
    ...{ month, currency: context.book.currency, isMapped: ledger !== null, refusal },
    data: sums.map(sum => {
      const booked = ledger?.accounts[sum.kind] ?? null
      const accountOf = (name: string) => (name === 'bank' ? (ledger?.banks[sum.bank ?? ''] ?? null) : name)
      return {
        ...sum,
        name: localEnglish(names.get(sum.kind) ?? sum.kind, context.client.locale),
        debit: booked && accountOf(booked.debit),
        credit: booked && accountOf(booked.credit),
      }
    }),
    exports: exports.map(row => ({
      exportId: row.export_id,
      number: row.number,
      fileName: row.file_name,
      digest: row.digest,
      byName: row.exported_by_name,
      at: row.exported_at.toISOString(),
    })),
  }
}
