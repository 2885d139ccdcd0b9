import { createHmac } from 'node:crypto'

/**
 * The roles with which the server connects to the database. roles.ts creates them. Their privileges come from the group role that
 * they set (docs/decisions/0002-isolation-by-connection.md).
 */
export const bookRole = (book: string) => `book_${assertValidName(book)}`
export const realmRole = (realm: string) => `realm_${assertValidName(realm)}`
/** Changes who holds a role and who may log in. Only commands that do that connect with it. */
export const accessRole = (realm: string) => `access_${assertValidName(realm)}`
export const registrarRole = 'registrar'
export const workerRole = 'worker'

/** The roles that hold the privileges. Login roles inherit nothing and set one of them. */
export type GroupRole = 'portal' | 'identity' | 'access_admin'

/** Derives the password of a role from APP_SECRET, so that operators need not manage one for each book. */
export function rolePassword(secret: string, role: string): string {
  return createHmac('sha256', secret).update(role).digest('hex')
}

/** Role names are used in SQL without quotes. */
function assertValidName(name: string): string {
  if (!/^[a-z][a-z0-9_]{1,30}$/.test(name))
    throw new Error(`"${name}" cannot be the name of a book or realm.`)
  return name
}
