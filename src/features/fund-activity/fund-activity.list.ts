import { type List, type ListColumn, list } from '../../contract/list.ts'
import { localEnglish } from '../../domain/local-english.ts'
import { charityName } from '../charities/domain/charity-name.ts'
import { grantSign } from '../grants/domain/grant-sign.ts'
import { explanationOf } from './domain/explain-entry.ts'
import { type ActivityColumn, type SectionNumber, sectionRule } from './domain/sections.ts'
import type { ActivityRow } from './fund-activity.contract.ts'

const columns = {
  effectiveDate: {
    key: 'effectiveDate',
    heading: 'Date',
    sortBy: 'effectiveDate',
    type: 'date',
    value: row => row.effectiveDate,
  },
  concernsDate: {
    key: 'concernsDate',
    heading: 'Concerns',
    type: 'date',
    value: row => row.concernsDate,
    // The comment says it.
    onScreen: 'never',
  },
  transactionTypeName: {
    key: 'transactionTypeName',
    heading: 'Type',
    sortBy: 'transactionTypeName',
    isRowHeading: true,
    type: 'text',
    value: (row, { locale }) => localEnglish(row.transactionTypeName, locale),
  },
  partyName: {
    key: 'partyName',
    heading: 'Charity',
    sortBy: 'partyName',
    isRowHeading: true,
    type: 'text',
    value: row => (row.partyName === null ? null : charityName(row.partyName)),
    fileWidth: 44,
  },
  comment: {
    key: 'comment',
    heading: 'Comment',
    type: 'text',
    value: (row, { locale }) => explanationOf(row, locale),
    fileWidth: 44,
  },
  transactionId: {
    key: 'transactionId',
    heading: 'Transaction',
    sortBy: 'transactionId',
    type: 'id',
    value: row => Number(row.transactionId),
  },
  state: {
    key: 'state',
    heading: 'Status',
    type: 'text',
    value: row => row.state,
    sign: row => (row.state === null ? null : grantSign(row.state)),
  },
  amount: {
    key: 'amount',
    heading: ({ currency }) => `Amount (${currency})`,
    sortBy: 'amount',
    type: 'money',
    value: row => row.amount,
  },
} as const satisfies Record<ActivityColumn, ListColumn<ActivityRow>>

/** The list of a section's rows (§2.6). */
export const sectionList = (section: SectionNumber): List<ActivityRow> =>
  list({
    name: `fund-activity-${section}`,
    defaultSort: '-effectiveDate',
    columns: sectionRule(section).columns.map(key =>
      key === 'comment' && !sectionRule(section).hasCommentColumn
        ? { ...columns.comment, onScreen: 'never' as const }
        : columns[key],
    ),
  })
