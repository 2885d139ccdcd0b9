import { books, bookTitle } from '../../../clients/clients.ts'
import type { Reply } from '../../../contract/endpoint.ts'
import { permissions } from '../../../contract/permissions.ts'
import { takesTwoPeople } from '../../../contract/two-person-actions.ts'
import { rightRoles } from '../../../domain/realm-roles.ts'
import { actionsOfRole } from '../../../server/auth/role-permissions.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import type * as contract from '../users.contract.ts'
import { staffSetsInForce } from './staff-sets.ts'

/** What can be given to a person at this client. */
export async function getRightChoices(
  _input: unknown,
  { client, realmDb }: ContextOf<typeof contract.getRightChoices>,
): Promise<Reply<typeof contract.getRightChoices>> {
  const sets = await staffSetsInForce(realmDb, client)
  return {
    sets: [...sets.values()]
      .filter(({ isGiven }) => isGiven)
      .map(({ name, title, purpose, role, isWhole, actions, lastChangeId }) => ({
        ...{ name, title, purpose, role, isWhole, actions: [...actions], lastChangeId },
        takesTwoPeople: takesTwoPeople(new Set(actions)),
      })),
    roles: rightRoles.map(role => ({
      role,
      actions: permissions.filter(action => actionsOfRole(role).has(action)),
    })),
    books: booksOfRealm(client.realm).map(name => ({ name, title: bookTitle(name) })),
  }
}

/** The books whose accounts a person of the realm can serve. */
export const booksOfRealm = (realm: string): string[] =>
  books.filter(book => book.realm === realm).map(({ name }) => name)
