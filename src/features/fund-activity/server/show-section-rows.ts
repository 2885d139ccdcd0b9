import { grantStatuses } from '../../grants/domain/grant-status.ts'
import type { ActivityRow } from '../fund-activity.contract.ts'
import type { ActivityQueryRow } from './fund-activity.queries.ts'

export function toResponse(row: ActivityQueryRow, reportId: number): ActivityRow {
  return {
    reportId,
    effectiveDate: row.effective_date,
    transactionTypeName: row.transaction_type_name,
    partyName: row.party_name,
    charityId: row.charity_id,
    transactionId: row.transaction_id.toString(),
    comment: row.comment,
    concernsDate: row.concerns_date,
    linked: row.linked && {
      link: row.linked.link,
      transactionTypeName: row.linked.kind,
      transactionId: row.linked.transactionId.toString(),
      effectiveDate: row.linked.date,
    },
    state: row.status_code === null ? null : grantStatuses[row.status_code],
    amount: row.amount_minor,
    // Only the screen links to it.
    hasWorking: false,
  }
}
