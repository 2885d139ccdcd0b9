import { list } from '../../contract/list.ts'
import { kindLabels, liveLabels, titleOf, workLabels } from './domain/content-labels.ts'
import type { ContentItemSummary } from './editing.contract.ts'

const stateOf = ({ work, live }: ContentItemSummary) =>
  [...work.map(state => workLabels[state].text), liveLabels[live].text].join(', ')

/** The texts of a client (§17), pending ones first. */
export const contentList = list<ContentItemSummary>({
  name: 'content',
  defaultSort: 'pending',
  columns: [
    { key: 'title', heading: 'Text', type: 'text', value: titleOf, isRowHeading: true, fileWidth: 44 },
    {
      key: 'kind',
      heading: 'Type',
      type: 'text',
      value: row => kindLabels[row.kind].one,
      widthRem: 7.5,
      fileWidth: 14,
    },
    { key: 'state', heading: 'Status', type: 'text', value: stateOf, widthRem: 12 },
    {
      key: 'scheduledFor',
      heading: 'Scheduled for',
      type: 'instant',
      value: row => row.scheduledFor,
      onScreen: 'never',
    },
    {
      key: 'changed',
      heading: 'Last change',
      type: 'instant',
      value: row => row.changed?.at ?? null,
      widthRem: 11,
    },
    {
      key: 'changedBy',
      heading: 'Changed by',
      type: 'text',
      value: row => row.changed?.person.name ?? null,
      onScreen: 'never',
    },
    {
      key: 'shownAt',
      heading: 'Shown at',
      type: 'text',
      value: row => row.shownAt,
      onScreen: 'chosen',
      fileWidth: 44,
    },
  ],
})
