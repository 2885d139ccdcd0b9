import type { IsoDate } from '../../../domain/dates.ts'
import type { Currency } from '../../../domain/money.ts'
import type { Posting } from './postings.ts'

/** The kinds of journal entries; table entry_kind gives each the name that a statement shows. */
export const entryKinds = [
  'contribution_cash',
  'contribution_wire',
  'contribution_securities',
  'contribution_sponsor',
  'contribution_illiquid',
  'gift_aid',
  'gain',
  'loss',
  'income',
  'administrative_fee',
  'investment_fee',
  'other',
  'transfer',
  'exclude',
  'release',
  'grant_recommended',
  'grant_approved',
  'grant_released',
  'grant_paid',
  'grant_returned',
  'reversal',
  'suspense_received',
  'suspense_matched',
  'suspense_returned',
  'suspense_transferred',
  'suspense_own',
] as const
export type EntryKind = (typeof entryKinds)[number]

export type Entry = {
  /** Generated unless the caller needs to know it beforehand. */
  entryId?: string
  kind: EntryKind
  currency: Currency
  effectiveDate: IsoDate
  postings: readonly Posting[]
  comment?: string
  grantId?: string
  /** The entry that this one reverses, once; of the kind `reversal`, and no other. */
  reversesEntryId?: string
  /** The reversed entry in whose place this one stands, once. */
  correctsEntryId?: string
  /** The earlier day that a correction is about. */
  concernsDate?: IsoDate
  /** The estate case whose money moves, which may leave an immobile fund. */
  caseId?: string
  /** Null for entries that no person made: imports, scheduled jobs. */
  actorUserId: string | null
  /** The person on whose behalf the actor acted; null in their own name. Required, so that callers cannot forget it. */
  onBehalfOfUserId: string | null
}
