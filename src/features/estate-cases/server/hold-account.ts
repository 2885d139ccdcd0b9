import type { Kysely } from 'kysely'
import type { DB } from '../../../server/db/schema.ts'
import { applyStatus } from '../../account-details/server/set-account-status.ts'
import { lockAccountRow } from '../../accounts/server/account-row.queries.ts'
import type { StepAuthor } from './case-context.ts'
import type { CaseRow } from './cases.queries.ts'

/** A case holds its account: nothing leaves it but by the case. An account that is on hold already stays so. */
export async function holdAccount(
  trx: Kysely<DB>,
  accountId: string,
  kind: CaseRow['kind'],
  step: StepAuthor,
): Promise<void> {
  const reason = kind === 'death' ? 'A donor has died' : 'The donors close the fund'
  await setStatus(trx, accountId, { from: 'Active', to: 'Immobile', reason }, step)
}

/** The account returns to the status that it had before the case. */
export async function returnAccount(
  trx: Kysely<DB>,
  { account_id: accountId, status_before: before }: Pick<CaseRow, 'account_id' | 'status_before'>,
  reason: string,
  step: StepAuthor,
): Promise<void> {
  if (before === 'Active') await setStatus(trx, accountId, { from: 'Immobile', to: 'Active', reason }, step)
}

type Change = { from: 'Active' | 'Immobile'; to: 'Active' | 'Immobile'; reason: string }

async function setStatus(
  trx: Kysely<DB>,
  accountId: string,
  { from, to, reason }: Change,
  step: StepAuthor,
): Promise<void> {
  const stored = await lockAccountRow(trx, accountId)
  if (stored?.account_status !== from) return
  const dates = { effectiveDate: step.today, documentSignedDate: null, successorFundId: null }
  await applyStatus(trx, stored, { accountStatus: to, ...dates, reason }, step)
}
