import { createHmac } from 'node:crypto'

/**
 * The roles that the program signs in as. Made by roles.ts, used by pools.ts; what a role may do comes from the group
 * that it becomes (docs/decisions/0002-isolation-by-connection.md).
 */
export const bookRole = (book: string) => `book_${checked(book)}`
export const realmRole = (realm: string) => `realm_${checked(realm)}`
export const registrarRole = 'registrar'
export const workerRole = 'worker'

/** Nobody has to store or hand out a password for each book: it follows from the secret in the environment. */
export function rolePassword(secret: string, role: string): string {
  return createHmac('sha256', secret).update(role).digest('hex')
}

/** Names come from the client files, so one that could not stand in SQL as it is is a mistake there. */
function checked(name: string): string {
  if (!/^[a-z][a-z0-9_]{1,30}$/.test(name))
    throw new Error(`"${name}" cannot be the name of a book or realm.`)
  return name
}
