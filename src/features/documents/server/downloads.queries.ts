import { hash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { minuteMs } from '../../../domain/durations.ts'
import type { DB } from '../../../server/db/schema.ts'

/** How soon the first request of a link must come, and how long it then serves the document. */
const startsWithinMs = minuteMs
const servesForMs = 10 * minuteMs

/** The database holds only the hash, so that nobody who reads it can use a link. */
export const hashOf = (token: string) => hash('sha256', token, 'buffer')

type NewLink = {
  /** Null: the document that the donors of the application sign. */
  document_id: string | null
  /** The application through which a document is read; absent: a document of an account. */
  application_id?: string
  user_id: string
  session_id: string
  address: string | null
  issued_at: Date
}

export async function addLink(db: Kysely<DB>, token: string, link: NewLink): Promise<void> {
  await db
    .insertInto('document_download')
    .values({ ...link, token_hash: hashOf(token) })
    .execute()
}

export type Link = {
  documentId: string
  accountId: string
  fundId: number
  userId: string
  sessionId: string
  issuedAt: Date
  startedAt: Date | null
}

export async function findLink(db: Kysely<DB>, token: string): Promise<Link | undefined> {
  const row = await db
    .selectFrom('document_download as l')
    .innerJoin('document as d', join =>
      join.onRef('d.book', '=', 'l.book').onRef('d.document_id', '=', 'l.document_id'),
    )
    .innerJoin('fund_account as a', join =>
      join.onRef('a.book', '=', 'd.book').onRef('a.account_id', '=', 'd.account_id'),
    )
    .select([
      'd.document_id as documentId',
      'a.account_id as accountId',
      'a.fund_id as fundId',
      'l.user_id as userId',
      'l.session_id as sessionId',
      'l.issued_at as issuedAt',
      'l.started_at as startedAt',
    ])
    .where('l.token_hash', '=', hashOf(token))
    .where('l.application_id', 'is', null)
    .executeTakeFirst()
  return row && { ...row, fundId: Number(row.fundId) }
}

export type ApplicationLink = Pick<Link, 'userId' | 'sessionId' | 'issuedAt' | 'startedAt'> & {
  applicationId: string
  documentId: string | null
}

/** A link to a document of an application. */
export async function findApplicationLink(
  db: Kysely<DB>,
  token: string,
): Promise<ApplicationLink | undefined> {
  const row = await db
    .selectFrom('document_download')
    .select([
      'application_id as applicationId',
      'document_id as documentId',
      'user_id as userId',
      'session_id as sessionId',
      'issued_at as issuedAt',
      'started_at as startedAt',
    ])
    .where('token_hash', '=', hashOf(token))
    .executeTakeFirst()
  return row && row.applicationId !== null ? { ...row, applicationId: row.applicationId } : undefined
}

/** Marks the first request of a link to what the donors of an application sign, with the digest of what is sent. */
export async function startApplicationDownload(
  db: Kysely<DB>,
  token: string,
  { sha256, now }: { sha256: Buffer; now: Date },
): Promise<void> {
  await db
    .updateTable('document_download')
    .set({ started_at: now, sha256 })
    .where('token_hash', '=', hashOf(token))
    .where('started_at', 'is', null)
    .execute()
}

/** Whether a request at this time may use the link. */
export function isUsable({ issuedAt, startedAt }: Pick<Link, 'issuedAt' | 'startedAt'>, now: Date): boolean {
  if (startedAt !== null) return now.getTime() - startedAt.getTime() < servesForMs
  return now.getTime() - issuedAt.getTime() < startsWithinMs
}
