import type { IsoDate } from '../../../domain/dates.ts'

type EntryRow = {
  entry_id: string
  transaction_id: bigint
  effective_date: IsoDate
  kind: string
  is_reversal: boolean
}

/** `names`: of the kinds, as statements name them. */
export const entryOfRow = (row: EntryRow, names: ReadonlyMap<string, string>) => ({
  entryId: row.entry_id,
  transactionId: Number(row.transaction_id),
  effectiveDate: row.effective_date,
  kind: names.get(row.kind) ?? row.kind,
  isReversal: row.is_reversal,
})
