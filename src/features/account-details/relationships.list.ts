import { type List, type ListColumn, list } from '../../contract/list.ts'
import type { Relationship } from './relationships.contract.ts'

const columns: readonly ListColumn<Relationship>[] = [
  {
    key: 'name',
    heading: 'Name',
    type: 'text',
    value: row => row.name,
    sortBy: 'name',
    isRowHeading: true,
    widthRem: 19.6875,
    fileWidth: 60,
  },
  {
    key: 'firstName',
    heading: 'First name',
    type: 'text',
    value: row => row.firstName,
    onScreen: 'chosen',
  },
  { key: 'lastName', heading: 'Last name', type: 'text', value: row => row.lastName, onScreen: 'chosen' },
  {
    key: 'accountRoleName',
    heading: 'Role',
    type: 'text',
    value: row => row.accountRoleName,
    sortBy: 'accountRoleName',
    widthRem: 18.75,
    fileWidth: 30,
  },
  {
    key: 'accessDescription',
    heading: 'Access',
    type: 'text',
    value: row => row.accessDescription,
    widthRem: 9.375,
    fileWidth: 30,
  },
  {
    key: 'ssoId',
    heading: 'SSO ID',
    type: 'text',
    value: row => row.ssoId,
    onScreen: 'chosen',
    permission: 'ACCOUNT_DPA_PSID_VIEW',
  },
]

/** The people of an account (§2.8) and the file of them (§9: Name, Role, Access). */
export const relationshipsList: List<Relationship> = list<Relationship>({
  name: 'relationships',
  defaultSort: 'name',
  fileColumns: ['name', 'accountRoleName', 'accessDescription'],
  columns,
})

/** Type coverage: with the day on which a former relationship ended. */
export const interestedPartiesList: List<Relationship> = list<Relationship>({
  name: 'interested-parties',
  defaultSort: 'name',
  columns: [
    ...columns,
    { key: 'endedDate', heading: 'Ended', type: 'date', value: row => row.endedDate, onScreen: 'first' },
  ],
})
