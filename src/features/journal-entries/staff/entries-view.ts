import * as z from 'zod/mini'
import { searchKeywords } from '../../../contract/wire.ts'
import { asIsoDate, type DateRange } from '../../../domain/dates.ts'
import type { EntriesView } from '../../../web/routing/path-views.ts'

const day = z.catch(z.nullable(z.pipe(z.string(), z.transform(asIsoDate))), null)
const digits = (pattern: RegExp) => z.catch(z.nullable(z.string().check(z.regex(pattern))), null)

/** The URL contains the view. Invalid values find everything. */
export const entriesSearch = z.object({
  keywords: z.catch(searchKeywords, ''),
  amount: digits(/^[1-9]\d{0,14}$/),
  from: day,
  to: day,
  batch: digits(/^[1-9]\d{0,8}$/),
})

export type EntryFilter = {
  keywords: string
  amountMinor: bigint | null
  dates: DateRange | null
  batchNumber: number | null
}

export const noFilter: EntryFilter = { keywords: '', amountMinor: null, dates: null, batchNumber: null }

/** Whether a filter beside the keywords leaves entries out. */
export const isOpenFilter = ({ amountMinor, dates, batchNumber }: EntryFilter): boolean =>
  amountMinor !== null || dates !== null || batchNumber !== null

export function filterOf({ keywords, amount, from, to, batch }: z.infer<typeof entriesSearch>): EntryFilter {
  return {
    keywords,
    amountMinor: amount === null ? null : BigInt(amount),
    dates: from !== null && to !== null && from <= to ? { from, to } : null,
    batchNumber: batch === null ? null : Number(batch),
  }
}

/** The filter as search parameters for `paths.journalEntries`. */
export const toView = ({ keywords, amountMinor, dates, batchNumber }: EntryFilter): EntriesView => ({
  keywords,
  amountMinor: amountMinor ?? undefined,
  dates: dates ?? undefined,
  batchNumber: batchNumber ?? undefined,
})

/** The filter as the query of `listJournalEntries`. */
export const toQuery = ({ keywords, amountMinor, dates, batchNumber }: EntryFilter) => ({
  keywords,
  ...(amountMinor === null ? {} : { amountMinor: amountMinor.toString() }),
  ...(dates === null ? {} : { from: dates.from, to: dates.to }),
  ...(batchNumber === null ? {} : { batchNumber }),
})
