import type { Permission } from '../../../contract/permissions.ts'

/** A column of a section's table (§2.6). */
export type ActivityColumn =
  | 'effectiveDate'
  | 'concernsDate'
  | 'transactionTypeName'
  | 'partyName'
  | 'comment'
  | 'transactionId'
  | 'state'
  | 'amount'

type SectionRule = {
  heading: string
  /** `flow` sections lead from the beginning to the ending balance; a `part` is included in the ending balance. */
  role: 'beginning' | 'flow' | 'ending' | 'part'
  permission: Permission
  columns: readonly ActivityColumn[]
  /** Whether comments have a column of their own on the screen; elsewhere they stand below the name, and in files in a column. */
  hasCommentColumn?: true
}

const defaultColumns = [
  'effectiveDate',
  'concernsDate',
  'transactionTypeName',
  'comment',
  'transactionId',
  'amount',
] as const

/** The twelve sections of a statement, in display order (§2.6, §12). */
const sections = {
  0: {
    heading: 'Beginning Balance',
    role: 'beginning',
    permission: 'FUND_BEGINNING_BALANCE_VIEW',
    columns: [],
  },
  1: {
    heading: 'Contributions',
    role: 'flow',
    permission: 'FUND_CONTRIBUTION_VIEW',
    columns: defaultColumns,
  },
  2: {
    heading: 'Grants',
    role: 'flow',
    permission: 'FUND_DISTRIBUTION_VIEW',
    columns: ['effectiveDate', 'concernsDate', 'partyName', 'comment', 'transactionId', 'amount'],
  },
  3: {
    heading: 'Investment Gains and Losses',
    role: 'flow',
    permission: 'FUND_INVESTMENT_GAIN_VIEW',
    columns: defaultColumns,
  },
  4: {
    heading: 'Other Activity',
    role: 'flow',
    permission: 'FUND_DISTRIBUTION_VIEW',
    columns: defaultColumns,
    hasCommentColumn: true,
  },
  5: { heading: 'Fees', role: 'flow', permission: 'FUND_FEES_VIEW', columns: defaultColumns },
  6: {
    heading: 'Grants Returned',
    role: 'flow',
    permission: 'FUND_DISTRIBUTION_VIEW',
    columns: defaultColumns,
  },
  7: { heading: 'Transfers In', role: 'flow', permission: 'FUND_CONTRIBUTION_VIEW', columns: defaultColumns },
  8: {
    heading: 'Transfers Out',
    role: 'flow',
    permission: 'FUND_DISTRIBUTION_VIEW',
    columns: defaultColumns,
  },
  9: {
    heading: 'Excluded Assets',
    role: 'part',
    permission: 'FUND_OTHER_ASSETS_VIEW',
    columns: defaultColumns,
  },
  10: { heading: 'Ending Balance', role: 'ending', permission: 'FUND_ENDING_BALANCE_VIEW', columns: [] },
  11: {
    heading: 'Pending Grants',
    role: 'part',
    permission: 'FUND_PENDING_GRANT_VIEW',
    columns: ['effectiveDate', 'partyName', 'transactionId', 'state', 'amount'],
  },
} as const satisfies Record<number, SectionRule>

export type SectionNumber = keyof typeof sections
// The keys are these numbers as texts.
export const sectionNumbers = Object.keys(sections).map(Number) as SectionNumber[]

/** A section's rule with the general type, for code that handles every section. */
export const sectionRule = (section: SectionNumber): SectionRule => sections[section]
