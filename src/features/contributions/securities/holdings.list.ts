import { list } from '../../../contract/list.ts'
import { formatDate } from '../../../domain/dates.ts'
import { localEnglish } from '../../../domain/local-english.ts'
import { formatQuantity } from '../domain/contribution.ts'
import { propertyLabels } from './domain/gift-value.ts'
import { holdingTaskLabels } from './domain/holding-task.ts'
import type { Holding, Task } from './holdings.contract.ts'

/** `File Form 8282, with a copy to the donor: due August 4, 2026`. */
export function taskText({ kind, dueOn, isOverdue, doneOn, doneByName }: Task, locale: string): string {
  const state =
    doneOn === null
      ? `${isOverdue ? 'overdue since' : 'due'} ${formatDate(dueOn, locale)}`
      : `done by ${doneByName} on ${formatDate(doneOn, locale)}`
  return `${holdingTaskLabels[kind]}: ${state}`
}

/** Lines of assets that were received at gift value, the latest gift first. */
export const holdingsList = list<Holding>({
  name: 'holdings',
  defaultSort: '-giftDate',
  columns: [
    {
      key: 'asset',
      heading: 'Asset',
      type: 'text',
      value: row => row.description,
      isRowHeading: true,
      fileWidth: 44,
    },
    {
      key: 'identifier',
      heading: 'Identifier',
      type: 'text',
      value: row => row.identifier,
      onScreen: 'never',
    },
    {
      key: 'property',
      heading: 'Type',
      type: 'text',
      value: (row, { locale }) => localEnglish(propertyLabels[row.property], locale),
      onScreen: 'never',
    },
    {
      key: 'account',
      heading: 'Account',
      type: 'text',
      value: row => row.accountName,
      sortBy: 'accountName',
      fileWidth: 44,
    },
    { key: 'fundId', heading: 'Account ID', type: 'id', value: row => row.fundId, onScreen: 'never' },
    {
      key: 'transactionId',
      heading: 'Contribution',
      type: 'id',
      value: row => row.transactionId,
      onScreen: 'chosen',
    },
    {
      key: 'giftDate',
      heading: 'Date of gift',
      type: 'date',
      value: row => row.giftDate,
      sortBy: 'giftDate',
      widthRem: 8,
    },
    {
      key: 'unitsLeft',
      heading: 'Units held',
      type: 'text',
      value: (row, { locale }) => formatQuantity(row.unitsLeft, locale),
    },
    // Its working in whole lines.
    {
      key: 'giftValue',
      heading: 'Gift value',
      type: 'money',
      value: row => row.giftValueMinor,
      widthRem: 15,
    },
    { key: 'left', heading: 'Excluded', type: 'money', value: row => row.leftMinor },
    {
      key: 'valuedOn',
      heading: 'Last valued',
      type: 'date',
      value: row => row.latestValuation?.valuedOn ?? null,
      onScreen: 'chosen',
    },
    {
      key: 'value',
      heading: 'Last value',
      type: 'money',
      value: row => row.latestValuation?.valueMinor ?? null,
      onScreen: 'chosen',
    },
    {
      key: 'tasks',
      heading: 'Tasks',
      type: 'text',
      value: (row, { locale }) =>
        row.tasks.length === 0 ? null : row.tasks.map(task => taskText(task, locale)).join('; '),
      fileWidth: 60,
    },
    {
      key: 'documents',
      heading: 'Documents',
      type: 'text',
      value: row =>
        row.documents.length === 0 ? null : row.documents.map(({ fileName }) => fileName).join('; '),
      onScreen: 'never',
      fileWidth: 60,
    },
  ],
})
