import type { Client } from '../../../clients/client.ts'
import { nameInList } from '../../accounts/domain/account-name.ts'
import type { InactiveFund } from '../inactive-funds.contract.ts'
import type { FundRow } from './funds.queries.ts'

export const fundResponse = (row: FundRow, { showsClosedStatus }: Client): InactiveFund => ({
  accountId: row.account_id,
  fundId: Number(row.fund_id),
  accountName: nameInList(row.account_name, row.account_status, showsClosedStatus),
  donorName: row.donor_name,
  reasons: row.reasons,
  lastGrantOn: row.last_grant_on,
  openedOn: row.opened_on,
  availableMinor: row.available_minor,
  lastStep:
    row.last_step_kind === null || row.last_step_at === null || row.last_step_by === null
      ? null
      : { kind: row.last_step_kind, at: row.last_step_at.toISOString(), byName: row.last_step_by },
  termEndsOn: row.granted_at === null && row.answered_at === null && !row.is_spent ? row.term_ends_on : null,
  isProposed: row.is_proposed,
})
