import type { AccountRole } from '../../../domain/account-roles.ts'
import type { Actor } from '../../../server/auth/actor.ts'
import { holdsOnRealm } from '../../../server/auth/role-permissions.ts'
import { type DocumentType, type ReaderRole, readableTypes } from '../domain/document-types.ts'

/** What someone may read of an account's documents. */
export type DocumentReader = {
  /** The types that their permissions open. */
  types: readonly DocumentType[]
  /** Whether they read every document of these types, regardless of its readers. */
  readsAll: boolean
  /** Their roles on the account, of which a document must name one. */
  roles: readonly AccountRole[]
}

/** The actor's roles and permissions must be those on the account. */
export function documentReader({
  actions,
  realmGrants,
  accountRoles,
}: Pick<Actor, 'actions' | 'realmGrants' | 'accountRoles'>): DocumentReader {
  const readsAll = holdsOnRealm(realmGrants, 'DOCUMENT_VIEW')
  return { types: readableTypes(actions), readsAll, roles: accountRoles }
}

export const mayRead = (
  { types, readsAll, roles }: DocumentReader,
  { type, readers }: { type: DocumentType; readers: readonly ReaderRole[] },
): boolean => types.includes(type) && (readsAll || readers.some(role => roles.includes(role)))
