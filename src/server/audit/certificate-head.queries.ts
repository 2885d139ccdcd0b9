import type { Kysely } from 'kysely'
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

/** The heads of a book's certificates that the realm's audit log has, after an event. */
export const readRecordedHeads = statement<
  { seq: bigint; number: string; digest: string },
  [book: string, afterSeq: string]
>(`select seq, detail ->> 'number' as number, detail ->> 'digest' as digest from audit_event
  where kind = 'grant-certificates-counted' and detail ->> 'book' = $1 and seq > $2 order by seq limit 500`)
