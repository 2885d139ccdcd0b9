import * as z from 'zod/mini'
import { changeKindNames } from '../../charities/domain/register-change.ts'
import type { ChangeState } from '../domain/change-state.ts'
import {
  factsAfter,
  factsBefore,
  type RegisterChange,
  type RegisterChangeDetails,
} from '../register-changes.contract.ts'
import type { ChangeRecord, listItems } from './register-changes.queries.ts'

export const changeResponse = (row: ChangeRecord): RegisterChange => ({
  changeId: row.change_id,
  state: row.state satisfies ChangeState,
  charityId: row.charity_id,
  charityName: row.charity_name,
  fileDate: row.file_date,
  kinds: changeKindNames.filter(kind => row.kinds.includes(kind)),
  stops: row.stops,
  concerned: row.concerned,
  foundAt: row.found_at.toISOString(),
  decidedByName: row.decided_by_name,
  decidedAt: row.decided_at?.toISOString() ?? null,
})

type Items = Awaited<ReturnType<typeof listItems>>

export const changeDetails = (
  row: ChangeRecord,
  items: Items,
  needsNoReview: boolean,
): RegisterChangeDetails => ({
  ...changeResponse(row),
  fileName: row.file_name,
  before: row.kinds.includes('on-register') ? null : z.parse(factsBefore, row.before),
  after: z.parse(factsAfter, row.after),
  items: items.map(item => ({
    what: item.what,
    objectId: item.object_id,
    // Nobody has looked at it yet.
    effect: item.effect ?? 'to-return',
    fundId: item.fund_id === null ? null : Number(item.fund_id),
    accountName: item.account_name,
    transactionId: item.transaction_id === null ? null : String(item.transaction_id),
  })),
  reason: row.reason,
  needsNoReview,
})
