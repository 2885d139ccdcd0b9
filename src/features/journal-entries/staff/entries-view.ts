import * as z from 'zod/mini'
import { searchKeywords } from '../../../contract/wire.ts'
import { asIsoDate, type DateRange, type IsoDate } from '../../../domain/dates.ts'
import type { EntriesParam } from '../../../web/routing/path-views.ts'
import { classStart } from '../../charities/domain/charity-class.ts'
import { type CharityRegister, charityRegisters } from '../../charities/domain/charity-register.ts'
import { type EntryKind, entryKinds } from '../../ledger/domain/entry.ts'
import { entryDays } from '../journal-entries.contract.ts'

const day = z.catch(z.nullable(z.pipe(z.string(), z.transform(asIsoDate))), null)
const digits = (pattern: RegExp) => z.catch(z.nullable(z.string().check(z.regex(pattern))), null)

/** The URL contains the view. Invalid values find everything. */
export const entriesSearch = z.object({
  keywords: z.catch(searchKeywords, ''),
  kind: z.catch(z.nullable(z.enum(entryKinds)), null),
  class: z.catch(z.nullable(classStart), null),
  register: z.catch(z.nullable(z.enum(charityRegisters)), null),
  amount: digits(/^[1-9]\d{0,14}$/),
  batch: digits(/^[1-9]\d{0,8}$/),
  day: z.catch(z.enum(entryDays), 'effective'),
  from: day,
  to: day,
})

export type EntryFilter = {
  keywords: string
  kind: EntryKind | null
  /** The first characters of the charity's NTEE code. */
  charityClass: string | null
  register: CharityRegister | null
  amountMinor: bigint | null
  batchNumber: number | null
  /** Whose days `dates` are. */
  day: (typeof entryDays)[number]
  dates: DateRange | null
}

export const noFilter: EntryFilter = {
  ...{ keywords: '', kind: null, charityClass: null, register: null, amountMinor: null, batchNumber: null },
  ...{ day: 'effective', dates: null },
}

/** Whether a filter beside the keywords leaves entries out. */
export const isOpenFilter = ({ keywords: _keywords, day: _day, ...filters }: EntryFilter): boolean =>
  Object.values(filters).some(value => value !== null)

export function filterOf(view: z.infer<typeof entriesSearch>): EntryFilter {
  const { keywords, kind, register, amount, from, to, batch } = view
  return {
    ...{ keywords, kind, charityClass: view.class, register, day: view.day },
    amountMinor: amount === null ? null : BigInt(amount),
    batchNumber: batch === null ? null : Number(batch),
    dates: rangeOf(from, to),
  }
}

const rangeOf = (from: IsoDate | null, to: IsoDate | null) =>
  from !== null && to !== null && from <= to ? { from, to } : null

/** The filter as search parameters for `paths.journalEntries`. */
export const toView = (filter: EntryFilter): Partial<Record<EntriesParam, string>> => ({
  ...(filter.keywords === '' ? {} : { keywords: filter.keywords }),
  ...(filter.kind === null ? {} : { kind: filter.kind }),
  ...(filter.charityClass === null ? {} : { class: filter.charityClass }),
  ...(filter.register === null ? {} : { register: filter.register }),
  ...(filter.amountMinor === null ? {} : { amount: filter.amountMinor.toString() }),
  ...(filter.batchNumber === null ? {} : { batch: filter.batchNumber.toString() }),
  ...(filter.day === 'effective' ? {} : { day: filter.day }),
  ...(filter.dates === null ? {} : filter.dates),
})

/** The filter as the query of `listJournalEntries`. */
export const toQuery = ({
  keywords,
  kind,
  charityClass,
  register,
  amountMinor,
  batchNumber,
  day,
  dates,
}: EntryFilter) => ({
  ...{ keywords, day },
  ...(kind === null ? {} : { kind }),
  ...(charityClass === null ? {} : { charityClass }),
  ...(register === null ? {} : { register }),
  ...(amountMinor === null ? {} : { amountMinor: amountMinor.toString() }),
  ...(batchNumber === null ? {} : { batchNumber }),
  ...(dates === null ? {} : { from: dates.from, to: dates.to }),
})
