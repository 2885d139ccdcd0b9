import { list } from '../../contract/list.ts'
import { accessStatus } from './domain/access-status.ts'
import type { ListedUser } from './users.contract.ts'

/** The people of a realm, by name. */
export const usersList = list<ListedUser>({
  name: 'users',
  defaultSort: 'name',
  columns: [
    {
      key: 'name',
      heading: 'Name',
      type: 'text',
      value: row => row.name,
      sortBy: 'name',
      isRowHeading: true,
      fileWidth: 36,
    },
    { key: 'userId', heading: 'User ID', type: 'text', value: row => row.userId, fileWidth: 36 },
    {
      key: 'email',
      heading: 'E-mail',
      type: 'text',
      value: row => row.email,
      onScreen: 'chosen',
      fileWidth: 36,
    },
    {
      key: 'access',
      heading: 'Status',
      type: 'text',
      value: row => accessStatus[row.access].text,
      sign: row => accessStatus[row.access].sign,
      fileWidth: 14,
    },
    { key: 'rights', heading: 'Rights', type: 'text', value: rightsText, fileWidth: 60 },
    { key: 'lastLogin', heading: 'Last login', type: 'instant', value: row => row.lastLogin },
  ],
})

function rightsText({ rights, waiting }: ListedUser): string {
  return [...rights, ...(waiting > 0 ? [`${waiting} to confirm`] : [])].join('; ') || 'None'
}
