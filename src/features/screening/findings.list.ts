import { list } from '../../contract/list.ts'
import {
  findingSigns,
  findingStateLabels,
  listLabels,
  percent,
  subjectLabels,
} from './domain/finding-labels.ts'
import type { Finding } from './findings.contract.ts'

/** The names that resemble an entry of a sanctions list. */
export const findingsList = list<Finding>({
  name: 'findings',
  defaultSort: 'foundAt',
  columns: [
    {
      key: 'name',
      heading: 'Our name',
      type: 'text',
      value: ({ ourName }) => ourName,
      isRowHeading: true,
      fileWidth: 40,
    },
    {
      key: 'kind',
      heading: 'Who',
      type: 'text',
      value: ({ subjectKind }) => subjectLabels[subjectKind],
    },
    {
      key: 'listed',
      heading: 'On the list',
      type: 'text',
      value: ({ listedName }) => listedName,
      fileWidth: 40,
    },
    { key: 'list', heading: 'List', type: 'text', value: ({ list: name }) => listLabels[name] },
    { key: 'score', heading: 'Score', type: 'text', value: ({ score }) => percent(score) },
    {
      key: 'state',
      heading: 'Status',
      type: 'text',
      value: ({ state }) => findingStateLabels[state],
      sign: ({ state }) => findingSigns[state],
    },
    { key: 'found', heading: 'Found', type: 'instant', value: ({ foundAt }) => foundAt },
    { key: 'decided', heading: 'Last step', type: 'instant', value: ({ decidedAt }) => decidedAt },
    { key: 'report', heading: 'Report by', type: 'date', value: ({ reportBy }) => reportBy },
    { key: 'reported', heading: 'Reported', type: 'date', value: ({ reportedOn }) => reportedOn },
  ],
})
