import { type List, list } from '../../contract/list.ts'
import { designations } from './domain/legacy-plan.ts'
import type { Successor } from './legacy-plan.contract.ts'

/** My Legacy Plan (§2.8), and its file (§9: Name, Designation, %). */
export const successorsList: List<Successor> = list<Successor>({
  name: 'successors',
  defaultSort: '-percentage',
  columns: [
    {
      key: 'name',
      heading: 'Name',
      type: 'text',
      value: row => row.name,
      sortBy: 'name',
      isRowHeading: true,
      widthRem: 22,
      fileWidth: 60,
    },
    {
      key: 'option',
      heading: 'Designation',
      type: 'text',
      value: row => designations[row.option],
      sortBy: 'option',
      widthRem: 14,
      fileWidth: 30,
    },
    {
      key: 'percentage',
      heading: '%',
      type: 'number',
      value: row => row.shareHundredths / 100,
      sortBy: 'percentage',
      widthRem: 7,
      fileWidth: 18,
    },
  ],
})
