import type { IsoDate } from '../../../domain/dates.ts'
import { localEnglish } from '../../../domain/local-english.ts'

type EntryRow = {
  entry_id: string
  transaction_id: bigint
  effective_date: IsoDate
  kind: string
  is_reversal: boolean
}

type KindNames = { names: ReadonlyMap<string, string>; locale: string }

/** `names`: of the kinds, as statements name them. */
export const entryOfRow = (row: EntryRow, { names, locale }: KindNames) => ({
  entryId: row.entry_id,
  transactionId: Number(row.transaction_id),
  effectiveDate: row.effective_date,
  kind: localEnglish(names.get(row.kind) ?? row.kind, locale),
  isReversal: row.is_reversal,
})
