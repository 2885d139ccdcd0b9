import { randomBytes } from 'node:crypto'
import type { Clock } from '../../domain/clock.ts'
import { screenBook } from '../../features/screening/server/screen-everybody.ts'
import { withoutTriggers } from '../database/without-triggers.ts'
import { makeListEntry } from '../factories/make-list-entry.ts'
import type { PaymentFixture } from './payment-fixture.ts'

/** A name of a charity that nobody else has. */
export const newName = (): string => `${newWord()} ${newWord()} Trust`
const newWord = () =>
  [...randomBytes(4)]
    .map(byte => `${'bdgklmnprstvzfhj'.charAt(byte % 16)}${'aeiou'.charAt(byte % 5)}`)
    .join('')

/** What tests about listed names do with charities of the fixture. */
export const listedCharities = (world: PaymentFixture, clock: Clock) => {
  const { database, databases } = world.portal
  /** Renames a charity, as an import of its register does. */
  const rename = (charityId: string, name: string) =>
    withoutTriggers(database.admin, 'update charity set name = $2 where charity_id = $1', [charityId, name])
  return {
    rename,
    /** A charity that is paid by transfer and whose name a list has; `name`: of both. */
    make: async (name = newName()): Promise<{ charityId: string; name: string; number: string }> => {
      const charityId = await world.transferCharity()
      await rename(charityId, name)
      return { charityId, name, number: await makeListEntry(database, { names: [name] }) }
    },
    /** Compares everybody of the book, as the job does. */
    screen: () =>
      screenBook(databases.book('npt'), { book: 'npt', clock, signal: new AbortController().signal }),
  }
}
