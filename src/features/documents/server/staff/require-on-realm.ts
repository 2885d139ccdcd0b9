import type { Permission } from '../../../../contract/permissions.ts'
import { Problem } from '../../../../contract/problems.ts'
import type { Actor } from '../../../../server/auth/actor.ts'
import { holdsOnRealm } from '../../../../server/auth/role-permissions.ts'

type Caller = Pick<Actor, 'realmGrants'>

/** The service team of an account has no access to staff documents, because its permissions end with the account. */
export const mayReadStaffDocuments = ({ realmGrants }: Caller): boolean =>
  holdsOnRealm(realmGrants, 'DOCUMENT_VIEW')

/** @throws Problem not-found: for them there are no such documents (§14). */
export function requireReader(caller: Caller): void {
  if (!mayReadStaffDocuments(caller)) throw new Problem('not-found')
}

/** @throws Problem access-denied */
export function requireManager({ realmGrants }: Caller): void {
  const needed: readonly Permission[] = ['DOCUMENT_VIEW', 'DOCUMENT_MANAGE']
  if (!needed.every(action => holdsOnRealm(realmGrants, action))) throw new Problem('access-denied')
}
