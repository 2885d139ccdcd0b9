import * as z from 'zod/mini'
import { accountStatuses } from '../../contract/account-overview.contract.ts'
import { endpoint } from '../../contract/endpoint.ts'
import { missingReason, requiredText } from '../../contract/required-text.ts'
import { command, fundId, isoDate, revisionFrom } from '../../contract/wire.ts'

const accountStatus = z.enum(accountStatuses, 'Choose a status')

const accountStatusDetails = z.object({
  accountId: z.string(),
  accountName: z.string(),
  accountStatus,
  enteredDate: isoDate,
  openedDate: z.nullable(isoDate),
  closedDate: z.nullable(isoDate),
  /** The fund that receives money returned after this one has closed; null: the book's general fund. */
  successorFundId: z.nullable(z.int()),
  /** Sent with the next change, so that nobody overwrites a change that someone else saved in the meantime. */
  revision: z.int(),
  /** The statuses that can follow, each with the reason why it cannot at present. */
  next: z.array(z.object({ accountStatus, violation: z.nullable(z.string()) })),
  /** The changes so far, newest first. */
  history: z.array(
    z.object({
      from: accountStatus,
      to: accountStatus,
      effectiveDate: isoDate,
      reason: z.string(),
      by: z.string(),
      at: z.string(),
    }),
  ),
})
export type AccountStatusDetails = z.output<typeof accountStatusDetails>

/** Identifies the account by its own id, because staff change the status of accounts that are otherwise read-only. */
const params = z.object({ accountId: z.uuid() })

export const getAccountStatus = endpoint({
  method: 'GET',
  path: '/api/account-statuses/{accountId}',
  summary: 'Returns the status of a fund account for the sponsor’s staff, with its history',
  access: 'SUPER_DASHBOARD_VIEW',
  params,
  reply: accountStatusDetails,
})

export const maxStatusReasonLength = 500

export const statusChange = {
  accountStatus,
  reason: requiredText(maxStatusReasonLength, missingReason),
  effectiveDate: isoDate,
  documentSignedDate: z.nullable(isoDate),
  /** Only for Closed: the fund that receives money returned later. */
  successorFundId: z.nullable(fundId),
}

export const setAccountStatus = endpoint({
  method: 'POST',
  path: '/api/account-statuses/{accountId}',
  summary: 'Changes the status of a fund account; repeating it changes nothing',
  records: ['account-changed'],
  access: 'ACCOUNT_STATUS_SET',
  stepUp: true,
  params,
  body: command(z.object({ ...statusChange, revision: revisionFrom(1) })),
  reply: accountStatusDetails,
})
