import { list } from '../../contract/list.ts'
import { entriesOf } from '../../domain/keys-of.ts'
import { changeKinds } from '../charities/domain/register-change.ts'
import { changeStateLabel, changeStateSign, concernedLabels } from './domain/change-state.ts'
import type { RegisterChange } from './register-changes.contract.ts'

export const concernedText = (concerned: RegisterChange['concerned']): string =>
  entriesOf(concernedLabels)
    .flatMap(([what, [one, many]]) => {
      const count = concerned[what] ?? 0
      return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`]
    })
    .join(', ')

/** The charities that an import of a register changed. */
export const registerChangesList = list<RegisterChange>({
  name: 'register-changes',
  defaultSort: 'foundAt',
  columns: [
    {
      key: 'charity',
      heading: 'Charity',
      type: 'text',
      value: ({ charityName }) => charityName,
      isRowHeading: true,
      fileWidth: 40,
    },
    {
      key: 'charityId',
      heading: 'Charity ID',
      type: 'text',
      value: ({ charityId }) => charityId,
      widthRem: 10,
    },
    {
      key: 'change',
      heading: 'Change',
      type: 'text',
      value: ({ kinds }) => kinds.map(kind => changeKinds[kind].label).join(', '),
      fileWidth: 40,
    },
    {
      key: 'concerned',
      heading: 'What relies on it',
      type: 'text',
      value: ({ concerned }) => concernedText(concerned),
      fileWidth: 40,
    },
    {
      key: 'state',
      heading: 'Status',
      type: 'text',
      value: ({ state }) => changeStateLabel(state),
      sign: ({ state }) => changeStateSign(state),
      widthRem: 8.5,
    },
    { key: 'file', heading: 'File of', type: 'date', value: ({ fileDate }) => fileDate },
    { key: 'found', heading: 'Found', type: 'instant', value: ({ foundAt }) => foundAt },
    { key: 'decided', heading: 'Decided', type: 'instant', value: ({ decidedAt }) => decidedAt },
    { key: 'by', heading: 'By', type: 'text', value: ({ decidedByName }) => decidedByName },
  ],
})
