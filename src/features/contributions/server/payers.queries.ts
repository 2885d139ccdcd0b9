import type { Kysely } from 'kysely'
import type { IsoDate } from '../../../domain/dates.ts'
import type { DB } from '../../../server/db/schema.ts'
import type { ContributionMethod, Payer } from '../domain/payer.ts'

type Received = {
  by: { userId: string; name: string }
  giftDate: IsoDate
  /** Null where nobody is known, as for an account without donors. */
  payer: Payer | null
  method: ContributionMethod | null
  entryId: string
  at: Date
}

const columnsOf = (payer: Payer | null) => ({
  payer_kind: payer?.kind ?? null,
  payer_name: payer?.name ?? null,
  payer_address: payer?.address ?? null,
  acceptance_reason: payer?.acceptanceReason ?? null,
})

export async function setReceived(
  trx: Kysely<DB>,
  contributionId: string,
  { by, giftDate, payer, method, entryId, at }: Received,
): Promise<void> {
  await trx
    .updateTable('contribution')
    .set({
      state: 'received',
      gift_date: giftDate,
      ...columnsOf(payer),
      method,
      received_by: by.userId,
      received_by_name: by.name,
      received_at: at,
      entry_id: entryId,
    })
    .where('contribution_id', '=', contributionId)
    .execute()
}

export async function setCorrected(
  trx: Kysely<DB>,
  contributionId: string,
  {
    payer,
    giftDate,
    method,
    by,
    at,
  }: Pick<Received, 'giftDate' | 'method' | 'at'> & { payer: Payer; by: string },
): Promise<void> {
  await trx
    .updateTable('contribution')
    .set(({ eb }) => ({
      gift_date: giftDate,
      ...columnsOf(payer),
      method,
      corrected_by: by,
      corrected_at: at,
      corrections: eb('corrections', '+', 1),
    }))
    .where('contribution_id', '=', contributionId)
    .execute()
}

/** The day from which the account has what an entry posted, and how much that is. */
export async function findPosted(
  db: Kysely<DB>,
  { entryId, accountId }: { entryId: string; accountId: string },
): Promise<{ effectiveDate: IsoDate; amountMinor: bigint }> {
  const row = await db
    .selectFrom('posting')
    .select(['effective_date', ({ fn }) => fn.sum<string>('amount_minor').as('amount_minor')])
    .where('entry_id', '=', entryId)
    .where('account_id', '=', accountId)
    .groupBy('effective_date')
    .executeTakeFirstOrThrow()
  return { effectiveDate: row.effective_date, amountMinor: BigInt(row.amount_minor) }
}

/** Whether an account is of people or of an organization, and its legal name where staff entered one. */
export async function findAccountType(
  db: Kysely<DB>,
  accountId: string,
): Promise<{ account_type: string; organization_legal_name: string | null }> {
  return await db
    .selectFrom('fund_account')
    .select(['account_type', 'organization_legal_name'])
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
}
