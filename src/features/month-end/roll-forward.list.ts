import { type ListColumn, list } from '../../contract/list.ts'
import { keysOf } from '../../domain/keys-of.ts'
import { type RollForwardColumn, rollForwardColumns } from './domain/roll-forward-columns.ts'
import type { RollForwardRow } from './month-end.contract.ts'

/** What most funds have; the others are summed, unless the reader chooses them. */
const shownAtFirst: readonly RollForwardColumn[] = ['cash', 'grants', 'gains', 'administrativeFees']

const changeColumn = (key: RollForwardColumn): ListColumn<RollForwardRow> => ({
  key,
  heading: rollForwardColumns[key],
  type: 'money',
  value: ({ changes }) => changes[key],
  onScreen: shownAtFirst.includes(key) ? 'first' : 'chosen',
})

/** Each fund from its opening balance to its closing one. */
export const rollForwardList = list<RollForwardRow>({
  name: 'fund-roll-forward',
  defaultSort: 'fundId',
  rest: { heading: 'Other entries', before: 'closing', of: keysOf(rollForwardColumns) },
  columns: [
    {
      key: 'account',
      heading: 'Account',
      type: 'text',
      value: ({ accountName }) => accountName,
      isRowHeading: true,
      fileWidth: 40,
    },
    { key: 'fundId', heading: 'Account ID', type: 'id', value: ({ fundId }) => fundId, sortBy: 'fundId' },
    { key: 'opening', heading: 'Opening', type: 'money', value: ({ openingMinor }) => openingMinor },
    ...keysOf(rollForwardColumns).map(changeColumn),
    { key: 'closing', heading: 'Closing', type: 'money', value: ({ closingMinor }) => closingMinor },
  ],
})
