import { type ListColumn, list } from '../../contract/list.ts'
import { batchColumns } from './domain/batch-file.ts'

const text = (key: keyof typeof batchColumns, fileWidth: number): ListColumn<never> => ({
  key,
  heading: batchColumns[key][0],
  type: 'text',
  value: () => '',
  fileWidth,
})

/** The columns of a file of postings. */
export const batchTemplateList = list<never>({
  name: 'batch-template',
  defaultSort: '',
  columns: [
    text('fundId', 14),
    text('kind', 26),
    { key: 'effectiveDate', heading: batchColumns.effectiveDate[0], type: 'date', value: () => '' },
    { key: 'amount', heading: batchColumns.amount[0], type: 'money', value: () => 0n, fileWidth: 16 },
    text('comment', 44),
  ],
})
