import { type ListColumn, list } from '../../../contract/list.ts'
import { fileColumns } from './domain/file-headings.ts'

/** The columns of a file of grants. A charity's number is text, so that no spreadsheet drops its zeros. */
export const templateList = (isUk: boolean) =>
  list<never>({
    name: 'grant-file',
    defaultSort: '',
    columns: [
      column('taxId', fileColumns.taxId[isUk ? 1 : 0], 20),
      column('name', fileColumns.name[0], 44),
      { key: 'amount', heading: fileColumns.amount[0], type: 'money', value: () => 0n, fileWidth: 16 },
      column('purpose', fileColumns.purpose[0], 44),
      column('naming', fileColumns.naming[0], 30),
    ],
  })

const column = (key: string, heading: string, fileWidth: number): ListColumn<never> => ({
  key,
  heading,
  type: 'text',
  value: () => '',
  fileWidth,
})
