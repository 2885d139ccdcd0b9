import { books, clients } from '../../clients/clients.ts'
import type { Databases } from '../../server/db/pools.ts'
import type { DataKeys } from '../../server/files/data-keys.ts'
import type { DemoUserIds } from '../people/demo-users.ts'
import { type DemoVetting, writeVetting } from './write-vetting.ts'

const nothingElse = { alsoKnownAs: '', usState: '' }

/** One that is valid, one that ends soon, and one that waits for a second person. */
const inTheStates: readonly DemoVetting[] = [
  {
    fields: {
      ...{ ...nothingElse, name: 'Harborview Public Library District', street: '12 Quay Street' },
      ...{ city: 'Rockport', usState: 'ME', postalCode: '04856', basis: 'government' },
      finding: 'Created by a county ordinance. Its attorney confirms that it is a political subdivision.',
    },
    ...{ enteredDaysAgo: 200, expiresInDays: 700, isConfirmed: true },
  },
  {
    fields: {
      ...{ ...nothingElse, name: 'St. Brendan Chapel of the Harbor', street: '4 Pier Road' },
      ...{ city: 'Camden', usState: 'ME', postalCode: '04843', basis: 'church' },
      finding: 'Listed in the directory of its denomination; letter of its treasurer.',
    },
    ...{ enteredDaysAgo: 680, expiresInDays: 50, isConfirmed: true },
  },
  {
    fields: {
      ...{ ...nothingElse, name: 'Lakeshore Youth Orchestra, Erie Chapter', street: '800 State Street' },
      ...{ city: 'Erie', usState: 'PA', postalCode: '16501', basis: 'group-exemption' },
      finding: 'The central organization confirms in writing that the chapter is a member of its group.',
    },
    ...{ enteredDaysAgo: 2, expiresInDays: 700, isConfirmed: false },
  },
]

const inTheKingdom: readonly DemoVetting[] = [
  {
    fields: {
      ...{ ...nothingElse, name: 'Wetherby College Development Fund', street: 'College Lane' },
      ...{ city: 'Wetherby', postalCode: 'LS22 6AA', basis: 'hmrc-recognised' },
      finding: 'HMRC’s letter of recognition as an exempt charity.',
    },
    ...{ enteredDaysAgo: 200, expiresInDays: 700, isConfirmed: true },
  },
  {
    fields: {
      ...{ ...nothingElse, name: 'St Aldwin’s Parish Church', street: '2 Church Row' },
      ...{ city: 'Ludlow', postalCode: 'SY8 1AA', basis: 'church' },
      finding: 'Excepted charity; letter of the diocese and its accounts.',
    },
    ...{ enteredDaysAgo: 2, expiresInDays: 700, isConfirmed: false },
  },
]

/** Organizations on no register that each book's staff have vetted. One book after the other, because their numbers come from one sequence. */
export async function writeDemoVettings(
  databases: Databases,
  about: { userIds: ReadonlyMap<string, DemoUserIds>; keys: DataKeys; now: Date },
): Promise<void> {
  for (const book of books) {
    const client = Object.values(clients).find(each => each.book.name === book.name)
    const people = about.userIds.get(book.realm)
    if (!client || !people) continue
    for (const vetting of book.currency === 'USD' ? inTheStates : inTheKingdom)
      await writeVetting(databases.realm(book.realm), vetting, { ...about, client, people })
  }
}
