import type { Kysely } from 'kysely'
import type { DB } from '../../../../server/db/schema.ts'
import { statement } from '../../../../server/db/statement.ts'

export type CertificateRow = { number: bigint; certificate: string; internal: string; digest: Buffer }

/** The certificates of a grant, in the order of its steps. A grant is decided and paid a few times at most. */
export async function listCertificates(db: Kysely<DB>, grantId: string): Promise<CertificateRow[]> {
  return await db
    .selectFrom('grant_certificate')
    .select(['number', 'certificate', 'internal', 'digest'])
    .where('grant_id', '=', grantId)
    .orderBy('number')
    .limit(1000)
    .execute()
}

/** The next certificates of the book after a number; none at the end. */
export const readCertificates = statement<CertificateRow, [afterNumber: string]>(
  'select number, certificate, internal, digest from grant_certificate where number > $1 order by number limit 500',
)
