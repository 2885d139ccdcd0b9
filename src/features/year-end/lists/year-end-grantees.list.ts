import { type List, list } from '../../../contract/list.ts'
import type { YearEndReturn } from '../../../domain/year-end.ts'
import { purposeLabel } from '../../grants/domain/purpose.ts'
import type { YearEndGrantee } from '../year-end.contract.ts'

/** Columns (a) to (h) of Schedule I, Part II; or those of the note about grants to institutions. */
export const yearEndGranteesList = (of: YearEndReturn): List<YearEndGrantee> =>
  of === 'form-990' ? scheduleI : note

const name = {
  key: 'name',
  heading: 'Name',
  type: 'text',
  value: ({ name }: YearEndGrantee) => name,
  isRowHeading: true,
  fileWidth: 40,
} as const
const address = {
  key: 'address',
  heading: 'Address',
  type: 'text',
  value: ({ address }: YearEndGrantee) => address,
  fileWidth: 40,
} as const
const grants = {
  key: 'grants',
  heading: 'Grants',
  type: 'number',
  value: ({ grants }: YearEndGrantee) => grants,
  onScreen: 'chosen',
} as const
const purpose = {
  key: 'purpose',
  heading: 'Purpose',
  type: 'text',
  value: ({ purposes }: YearEndGrantee, { locale }: { locale: string }) =>
    purposes.map(each => purposeLabel(each, locale)).join(', '),
  fileWidth: 30,
} as const
const paid = {
  key: 'cash',
  heading: 'Paid',
  type: 'money',
  value: ({ cashMinor }: YearEndGrantee) => cashMinor,
} as const
const approved = {
  key: 'accrual',
  heading: 'Approved',
  type: 'money',
  value: ({ accrualMinor }: YearEndGrantee) => accrualMinor,
} as const

// A grant is always money, so that the columns about other property stay empty.
const scheduleI = list<YearEndGrantee>({
  name: 'year-end-schedule-i',
  defaultSort: '-amount',
  columns: [
    { ...name, fileHeading: '(a) Name' },
    { ...address, fileHeading: '(a) Address' },
    {
      key: 'number',
      heading: 'EIN',
      fileHeading: '(b) EIN',
      type: 'text',
      value: ({ number }) => number,
    },
    {
      key: 'section',
      heading: 'IRC section',
      fileHeading: '(c) IRC section',
      type: 'text',
      value: ({ section }) => section,
    },
    { ...paid, fileHeading: '(d) Amount of cash grant, paid' },
    { ...approved, fileHeading: '(d) Amount of cash grant, approved' },
    {
      key: 'noncash',
      heading: 'Noncash assistance',
      fileHeading: '(e) Amount of noncash assistance',
      type: 'money',
      value: () => 0n,
      onScreen: 'never',
    },
    {
      key: 'valuation',
      heading: 'Valuation',
      fileHeading: '(f) Method of valuation',
      type: 'text',
      value: () => null,
      onScreen: 'never',
    },
    {
      key: 'description',
      heading: 'Description',
      fileHeading: '(g) Description of noncash assistance',
      type: 'text',
      value: () => null,
      onScreen: 'never',
    },
    { ...purpose, fileHeading: '(h) Purpose of grant' },
    grants,
  ],
})

const note = list<YearEndGrantee>({
  name: 'year-end-institutions',
  defaultSort: '-amount',
  columns: [
    name,
    { ...address, onScreen: 'chosen' },
    { key: 'number', heading: 'Charity number', type: 'text', value: ({ number }) => number },
    paid,
    approved,
    purpose,
    grants,
  ],
})
