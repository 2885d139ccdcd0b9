import { eftPaymentTypeCode } from '../../features/charities/server/charity-status.ts'
import { findPayee } from '../../features/charity-profiles/server/payee-changes.queries.ts'
import { payeeDigest } from '../../features/grants/server/approval-evidence.ts'
import type { TestApp } from '../app.ts'

/** The digest of the payee that a reviewer of the grant sees now; null for a grant or a charity that does not exist. */
export async function payeeSeen(
  { database, databases }: Pick<TestApp, 'database' | 'databases'>,
  grantId: string,
): Promise<string | null> {
  const { rows } = await database.admin.query<{ book: string; charity_id: string }>(
    'select book, charity_id from grant_recommendation where grant_id = $1',
    [grantId],
  )
  const [grant] = rows
  if (!grant) return null
  const payee = await findPayee(databases.book(grant.book), grant.charity_id, eftPaymentTypeCode)
  return payee ? payeeDigest(payee) : null
}
