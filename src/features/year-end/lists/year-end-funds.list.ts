import { list } from '../../../contract/list.ts'
import { rateText } from '../domain/rate-text.ts'
import type { YearEndFund } from '../year-end.contract.ts'

/** The funds of which the figures consist. */
export const yearEndFundsList = list<YearEndFund>({
  name: 'year-end-funds',
  defaultSort: 'fundId',
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
    {
      key: 'counted',
      heading: 'Counted at year end',
      type: 'text',
      value: ({ isCounted, isGeneral }) => (isGeneral ? 'No, general fund' : isCounted ? 'Yes' : 'No'),
    },
    { key: 'opening', heading: 'Opening', type: 'money', value: ({ openingMinor }) => openingMinor },
    {
      key: 'contributions',
      heading: 'Contributions',
      type: 'money',
      value: ({ contributionsMinor }) => contributionsMinor,
    },
    { key: 'cash', heading: 'Grants paid', type: 'money', value: ({ cashMinor }) => cashMinor },
    {
      key: 'accrual',
      heading: 'Grants approved',
      type: 'money',
      value: ({ accrualMinor }) => accrualMinor,
      onScreen: 'chosen',
    },
    { key: 'closing', heading: 'Closing', type: 'money', value: ({ closingMinor }) => closingMinor },
    {
      key: 'closingAccrual',
      heading: 'Closing less approved grants',
      type: 'money',
      value: ({ closingAccrualMinor }) => closingAccrualMinor,
      onScreen: 'chosen',
    },
    {
      key: 'rate',
      heading: 'Distribution rate',
      type: 'text',
      value: ({ rateCash }, { locale }) => rateText(rateCash, locale),
    },
    {
      key: 'rateAccrual',
      heading: 'Rate of approved grants',
      type: 'text',
      value: ({ rateAccrual }, { locale }) => rateText(rateAccrual, locale),
      onScreen: 'chosen',
    },
  ],
})
