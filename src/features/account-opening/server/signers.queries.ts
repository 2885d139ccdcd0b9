import type { Kysely, Selectable } from 'kysely'
import type { ApplicationSigner, DB } from '../../../server/db/schema.ts'
import type { ApplicationRow } from './applications.queries.ts'

export type SignerRow = Omit<Selectable<ApplicationSigner>, 'book'>

export async function insertSigners(
  trx: Kysely<DB>,
  applicationId: string,
  attempt: number,
  signers: readonly { userId: string | null; name: string; email: string }[],
): Promise<void> {
  await trx
    .insertInto('application_signer')
    .values(
      signers.map(({ userId, name, email }, index) => ({
        application_id: applicationId,
        attempt,
        routing_order: index + 1,
        user_id: userId,
        name,
        email,
      })),
    )
    .execute()
}

/** The signers of the current document in their order. */
export async function signersOf(
  db: Kysely<DB>,
  { application_id: applicationId, attempt }: Pick<ApplicationRow, 'application_id' | 'attempt'>,
): Promise<SignerRow[]> {
  return await db
    .selectFrom('application_signer')
    .selectAll()
    .where('application_id', '=', applicationId)
    .where('attempt', '=', attempt)
    .orderBy('routing_order')
    .execute()
}

/** @returns whether this is the signer's first decision. */
export async function setDecision(
  trx: Kysely<DB>,
  { application_id, attempt, signer_id }: SignerRow,
  decision: { state: 'signed' | 'declined'; at: Date; reason: string | null },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('application_signer')
    .set({ state: decision.state, decided_at: decision.at, reason: decision.reason })
    .where('application_id', '=', application_id)
    .where('attempt', '=', attempt)
    .where('signer_id', '=', signer_id)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Counts a mail that asks the signer to sign, and stores the hash of its link, if it has one; the former link ends. */
export async function setLink(
  trx: Kysely<DB>,
  { application_id, attempt, signer_id, links }: SignerRow,
  link: { hash: Buffer; expiresAt: Date } | null,
): Promise<void> {
  await trx
    .updateTable('application_signer')
    .set({ link_hash: link?.hash ?? null, link_expires_at: link?.expiresAt ?? null, links: links + 1 })
    .where('application_id', '=', application_id)
    .where('attempt', '=', attempt)
    .where('signer_id', '=', signer_id)
    .execute()
}

/** The signer of a link that has not ended, of the current document. */
export async function findByLink(
  db: Kysely<DB>,
  hash: Buffer,
  now: Date,
): Promise<{ applicationId: string; signerId: string } | undefined> {
  return await db
    .selectFrom('application_signer as s')
    .innerJoin('account_application as p', join =>
      join
        .onRef('p.book', '=', 's.book')
        .onRef('p.application_id', '=', 's.application_id')
        .onRef('p.attempt', '=', 's.attempt'),
    )
    .select(['s.application_id as applicationId', 's.signer_id as signerId'])
    .where('s.link_hash', '=', hash)
    .where('s.link_expires_at', '>', now)
    .where('p.state', '<>', 'draft')
    .where('p.erased_at', 'is', null)
    .executeTakeFirst()
}
