import { type List, type ListColumn, list } from '../../../contract/list.ts'
import type { YearEndReturn } from '../../../domain/year-end.ts'
import { payerKindLabels } from '../../contributions/domain/payer.ts'
import type { YearEndContributor } from '../year-end.contract.ts'

/** Schedule B, Part I; or the donors of large gifts. */
export const yearEndContributorsList = (of: YearEndReturn): List<YearEndContributor> =>
  of === 'form-990' ? scheduleB : donors

const columns: readonly ListColumn<YearEndContributor>[] = [
  {
    key: 'name',
    heading: 'Name',
    type: 'text',
    value: ({ name }) => name,
    isRowHeading: true,
    fileWidth: 40,
  },
  {
    key: 'address',
    heading: 'Address',
    type: 'text',
    value: ({ address }) => address.replaceAll('\n', ', '),
    fileWidth: 40,
  },
  {
    key: 'kind',
    heading: 'Payer',
    type: 'text',
    value: ({ kind }) => (kind === null ? 'Donors of the fund' : payerKindLabels[kind]),
    onScreen: 'chosen',
  },
  { key: 'gifts', heading: 'Contributions', type: 'number', value: ({ gifts }) => gifts },
  { key: 'cash', heading: 'Money', type: 'money', value: ({ cashMinor }) => cashMinor },
  { key: 'noncash', heading: 'Other property', type: 'money', value: ({ noncashMinor }) => noncashMinor },
  { key: 'total', heading: 'Total', type: 'money', value: ({ totalMinor }) => totalMinor },
]

const scheduleB = list<YearEndContributor>({
  name: 'year-end-schedule-b',
  defaultSort: '-amount',
  columns: [
    ...columns,
    {
      key: 'type',
      heading: 'Type',
      type: 'text',
      value: ({ cashMinor, noncashMinor }) =>
        [...(cashMinor === 0n ? [] : ['Person']), ...(noncashMinor === 0n ? [] : ['Noncash'])].join(', '),
      onScreen: 'chosen',
    },
    {
      key: 'share',
      heading: 'At least 2% of all',
      type: 'text',
      value: ({ isOverShare }) => (isOverShare ? 'Yes' : 'No'),
    },
  ],
})

const donors = list<YearEndContributor>({ name: 'year-end-donors', defaultSort: '-amount', columns })
