import type { List, ListColumn } from '../../contract/list.ts'
import { taxIdOf } from './domain/charity-labels.ts'

/** What a file says about each row beside the columns of its list. */
export type FileFacts = {
  /** What the charity's register says of it, as a sentence; null for a row without a charity. */
  charityStatus: string | null
  fundId: number
  accountName: string
}

type RowOfCharity = { charityId: string | null }

/** The charity's number, under the heading by which an upload of grants knows it. */
export const taxIdColumn = {
  key: 'taxId',
  heading: ({ locale }) => (locale === 'en-GB' ? 'Charity number' : 'Tax ID'),
  type: 'text',
  value: ({ charityId }) => (charityId === null ? null : taxIdOf(charityId)),
  onScreen: 'never',
} as const satisfies ListColumn<RowOfCharity>

export const charityStatusColumn = {
  key: 'charityStatus',
  heading: 'Charity status',
  type: 'text',
  value: row => row.charityStatus,
  onScreen: 'never',
  fileWidth: 60,
} as const satisfies ListColumn<Pick<FileFacts, 'charityStatus'>>

const fundColumns: readonly ListColumn<FileFacts>[] = [
  { key: 'fundId', heading: 'Account ID', type: 'id', value: row => row.fundId, onScreen: 'never' },
  {
    key: 'accountName',
    heading: 'Account Name',
    type: 'text',
    value: row => row.accountName,
    onScreen: 'never',
    fileWidth: 44,
  },
]

/** The same list for its file: with the number and the status of each charity after its name, and the fund at the end. */
export function withFileFacts<Row extends RowOfCharity>(
  list: List<Row>,
  nameKey: string,
): List<Row & FileFacts> {
  const at = 1 + list.columns.findIndex(({ key }) => key === nameKey)
  const columns = [
    ...list.columns.slice(0, at),
    taxIdColumn,
    charityStatusColumn,
    ...list.columns.slice(at),
    ...fundColumns,
  ]
  return { ...list, columns }
}
