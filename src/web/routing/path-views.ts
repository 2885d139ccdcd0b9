import type { DateRange } from '../../domain/dates.ts'
import type { RangePreset } from '../../domain/range-presets.ts'

// What the addresses of the larger lists hold (paths.ts).

export type ActivityView = {
  range?: RangePreset | undefined
  dates?: DateRange | undefined
  open?: readonly number[]
}

export type CharityActivityView = {
  range?: RangePreset | undefined
  dates?: DateRange | undefined
  sort?: string | undefined
  /** Number of rows; absent: ten. */
  rows?: '50' | 'all' | undefined
}

type ListParam = 'view' | 'keywords' | 'state' | 'year' | 'sort' | 'rows'
export type ContributionsParam = ListParam | 'kind'

export type GrantsParam = ListParam | 'cause' | 'by' | 'range' | 'from' | 'to'

export type YearEndParam = 'show' | 'year' | 'charity' | 'contributor' | 'noncash' | 'giftAid'

export type AuditView = {
  person?: string | undefined
  kind?: string | undefined
  dates?: DateRange | undefined
  address?: string | undefined
  /** The number of rows; absent: 50. */
  view?: '10' | 'all' | undefined
  /** Cursor of the page; absent: the newest entries. */
  after?: string | undefined
}

export type EntriesParam =
  | 'keywords'
  | 'kind'
  | 'class'
  | 'register'
  | 'amount'
  | 'batch'
  | 'day'
  | 'from'
  | 'to'

export type ContentView = {
  keywords?: string | undefined
  kind?: string | undefined
  state?: string | undefined
  /** The number of rows; absent: 50. */
  view?: '10' | 'all' | undefined
}

export type FaqSearch = {
  q?: string | undefined
  topic?: string | undefined
  question?: string
}

/** The parts of a grant queue's address beside the queue. */
export type QueueParam = 'keywords' | 'waits' | 'age' | 'from' | 'to' | 'eligibility' | 'owner'

export type UsersView = {
  keywords?: string
  show?: 'staff' | 'suspended' | 'everyone'
  view?: '10' | '50' | 'all'
  sort?: 'name' | '-name'
}
