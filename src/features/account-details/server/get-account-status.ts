import { type AccountStatus, accountStatuses } from '../../../contract/account-overview.contract.ts'
import type { Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { asIsoDate } from '../../../domain/dates.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { statusesAfter, statusViolation } from '../../accounts/domain/account-status.ts'
import { findAccountRow } from '../../accounts/server/account-row.queries.ts'
import type * as contract from '../account-status.contract.ts'
import { fundIdOf, statusChanges } from './account-status.queries.ts'
import { factsOf } from './status-facts.ts'

const maxHistory = 50

/** The status with what can follow it, for the sponsor's staff. */
export async function getAccountStatus(
  { params }: { params: { accountId: string } },
  { db }: Pick<ContextOf<typeof contract.getAccountStatus>, 'db'>,
): Promise<Reply<typeof contract.getAccountStatus>> {
  const stored = await findAccountRow(db, params.accountId)
  if (!stored) throw new Problem('not-found')
  const facts = await factsOf(db, stored)
  const changes = await statusChanges(db, params.accountId, maxHistory)
  return {
    accountId: stored.account_id,
    accountName: stored.account_name,
    accountStatus: stored.account_status,
    enteredDate: stored.entered_on,
    openedDate: stored.opened_on,
    closedDate: stored.closed_on,
    successorFundId:
      stored.successor_account_id === null ? null : await fundIdOf(db, stored.successor_account_id),
    revision: stored.revision,
    next: statusesAfter(stored.account_status).map(accountStatus => ({
      accountStatus,
      violation: statusViolation(facts, accountStatus),
    })),
    history: changes.map(({ before_change: before, after_change: after, actor_name: by, at }) => ({
      from: statusIn(before),
      to: statusIn(after),
      effectiveDate: dateIn(after),
      reason: after.reason ?? '',
      by,
      at: at.toISOString(),
    })),
  }
}

type Fields = Readonly<Record<string, string | null>>

function statusIn({ accountStatus }: Fields): AccountStatus {
  const found = accountStatuses.find(status => status === accountStatus)
  if (found === undefined) throw new Error('a change of the status does not name one')
  return found
}

function dateIn({ effectiveDate }: Fields) {
  const date = asIsoDate(effectiveDate ?? '')
  if (date === null) throw new Error('a change of the status has no date')
  return date
}
