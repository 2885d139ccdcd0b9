import { hash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { DB } from '../db/schema.ts'
import { type Principal, selectPrincipal } from './principal.queries.ts'

/** The session, cookie, client and book of a request. `fundId` is 0 if the request names no fund account. */
export type PrincipalLookup = {
  sessionId: string
  cookie: string
  client: string
  book: string
  fundId: number
  now: Date
}

export function hashOfCookie(cookie: string): Buffer {
  return hash('sha256', cookie, 'buffer')
}

/**
 * Reads the person and their roles on the fund account in one query (`fundId` 0: their roles on any account of the book).
 * Returns undefined if the session has ended, has expired or belongs to another browser or client.
 */
export async function loadPrincipal(db: Kysely<DB>, lookup: PrincipalLookup): Promise<Principal | undefined> {
  const { fundId, sessionId, cookie, client, now } = lookup
  const [principal] = await selectPrincipal(db, fundId, sessionId, client, now, hashOfCookie(cookie))
  return principal
}
