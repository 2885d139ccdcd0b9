import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/schema.ts'
import { statement } from '../db/statement.ts'

/** The last certificate of a book. */
export type CertificateHead = { number: bigint; digest: Buffer }

export async function findCertificateHead(db: Kysely<DB>): Promise<CertificateHead | undefined> {
  return await db
    .selectFrom('grant_certificate')
    .select(['number', 'digest'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The number of the last certificate of a book that the realm's audit log has. */
export async function findRecordedHead(realmDb: Kysely<DB>, book: string): Promise<bigint | undefined> {
  const { rows } = await sql<{ number: bigint }>`
    select (detail ->> 'number')::bigint as number from audit_event
    where kind = 'grant-certificates-counted' and detail ->> 'book' = ${book} order by at desc, seq desc limit 1`.execute(
    realmDb,
  )
  return rows[0]?.number
}

/** The heads of a book's certificates that the realm's audit log has, after an event. */
export const readRecordedHeads = statement<
  { seq: bigint; number: string; digest: string },
  [book: string, afterSeq: string]
>(`select seq, detail ->> 'number' as number, detail ->> 'digest' as digest from audit_event
  where kind = 'grant-certificates-counted' and detail ->> 'book' = $1 and seq > $2 order by seq limit 500`)
