import type { Account } from '../../contract/account-overview.contract.ts'
import { list } from '../../contract/list.ts'
import { localEnglish } from '../../domain/local-english.ts'

/** The list of 'View Accounts' and of accounts.xlsx (§2.4, §9). The file's balance is the total. */
export const accountsList = list<Account>({
  name: 'accounts',
  defaultSort: 'accountName',
  currencyOf: row => row.currency,
  fileColumns: ['fundId', 'accountName', 'total', 'donorName', 'accountType', 'openedDate', 'closedDate'],
  columns: [
    {
      key: 'accountName',
      heading: 'Account name',
      fileHeading: 'Account Name',
      type: 'text',
      value: row => row.accountName,
      sortBy: 'accountName',
      isRowHeading: true,
      fileWidth: 44,
    },
    { key: 'fundId', heading: 'Account ID', type: 'id', value: row => row.fundId, sortBy: 'fundId' },
    {
      key: 'donorName',
      heading: 'Donor',
      fileHeading: 'Donor Name',
      type: 'text',
      value: row => row.donorName,
      sortBy: 'donorName',
    },
    {
      key: 'organizationLegalName',
      heading: ({ locale }) => localEnglish('Organisation', locale),
      type: 'text',
      value: row => row.organizationLegalName,
    },
    {
      key: 'total',
      heading: 'Total',
      fileHeading: 'Balance',
      type: 'money',
      value: row => row.total,
      sortBy: 'total',
    },
    {
      key: 'available',
      heading: 'Available balance',
      type: 'money',
      value: row => row.available,
      sortBy: 'available',
    },
    {
      key: 'accountType',
      heading: 'Account type',
      fileHeading: 'Account Type',
      type: 'text',
      value: (row, { locale }) => localEnglish(row.accountType, locale),
      onScreen: 'chosen',
    },
    {
      key: 'openedDate',
      heading: 'Established date',
      fileHeading: 'Established Date',
      type: 'date',
      value: row => row.openedDate,
      onScreen: 'chosen',
    },
    {
      key: 'currency',
      heading: 'Currency',
      type: 'text',
      value: row => row.currency,
      // Each amount shows it.
      onScreen: 'never',
    },
    {
      key: 'closedDate',
      heading: 'Closed date',
      fileHeading: 'Closed Date',
      type: 'date',
      value: row => row.closedDate,
      onScreen: 'chosen',
    },
  ],
})
