import * as z from 'zod/mini'
import { endpoint } from '../../contract/endpoint.ts'
import { messageToDonors, requiredLine, requiredReason } from '../../contract/required-text.ts'
import { typedText } from '../../contract/typed-text.ts'
import { amountAboveZero, command, fundId, isoDate, money } from '../../contract/wire.ts'
import { maxFundId, minFundId } from '../../domain/fund-id.ts'

const transferStates = ['requested', 'approved', 'declined', 'withdrawn', 'reversed'] as const

const transferId = z.uuid()

const transfer = z.object({
  transferId,
  /** The number that people read out. */
  number: z.string(),
  /** As the donor entered them. */
  toFundId: z.int(),
  toAccountName: z.string(),
  amountMinor: money,
  reason: z.nullable(z.string()),
  state: z.enum(transferStates),
  requestedByName: z.string(),
  requestedOn: isoDate,
  decidedOn: z.nullable(isoDate),
  /** What the sponsor wrote about its decision, or about the reversal. */
  message: z.nullable(z.string()),
  mayWithdraw: z.boolean(),
})
export type Transfer = z.output<typeof transfer>

export const listTransfers = endpoint({
  method: 'GET',
  path: '/api/accounts/{fundId}/transfers',
  summary: 'Lists the requested transfers to other funds, latest first',
  access: 'FUND_DISTRIBUTION_VIEW',
  params: z.object({ fundId }),
  reply: z.object({ data: z.array(transfer) }),
})

export const missingOtherFund = 'Enter the account ID of the other fund, six to eight digits'

export const transferFields = z.object({
  toFundId: z
    .int(missingOtherFund)
    .check(z.minimum(minFundId, missingOtherFund), z.maximum(maxFundId, missingOtherFund)),
  /** Compared by staff, so that a typing error in the number is noticed. */
  toAccountName: requiredLine(120, 'Enter the name of the other fund'),
  amountMinor: amountAboveZero,
  /** Empty for none. */
  reason: typedText(500),
})

export const requestTransfer = endpoint({
  method: 'POST',
  path: '/api/accounts/{fundId}/transfers',
  summary: 'Requests a transfer to another fund of the sponsor; the sponsor decides. Nothing is set aside',
  access: 'TRANSFER_REQUEST',
  stepUp: true,
  idempotent: true,
  audit: 'transfer-requested',
  params: z.object({ fundId }),
  body: command(transferFields),
  reply: transfer,
})

export const withdrawTransfer = endpoint({
  method: 'POST',
  path: '/api/accounts/{fundId}/transfers/{transferId}/withdraw',
  summary: 'Withdraws the caller’s own request that is not decided; repeating it changes nothing',
  access: 'TRANSFER_REQUEST',
  idempotent: true,
  audit: 'transfer-withdrawn',
  params: z.object({ fundId, transferId }),
  body: command(z.object({})),
  reply: transfer,
})

const transferToDecide = z.object({
  ...transfer.shape,
  fromFundId: z.int(),
  fromAccountName: z.string(),
  availableMinor: money,
  /** The account with the given number; null if there is none. */
  found: z.nullable(z.object({ accountName: z.string(), hasGivenName: z.boolean() })),
  /** Why it cannot be approved at present, as a sentence; null if it can. */
  violation: z.nullable(z.string()),
  /** Why the caller may not decide, as a sentence; null if they may. */
  decisionRefusal: z.nullable(z.string()),
})
export type TransferToDecide = z.output<typeof transferToDecide>

export const listTransfersToDecide = endpoint({
  method: 'GET',
  path: '/api/transfers',
  summary: 'Lists transfers between funds that are waiting for a decision, oldest first',
  access: 'SUPER_DASHBOARD_VIEW',
  reply: z.object({ data: z.array(transferToDecide) }),
})

const decided = z.object({ transferId, state: z.enum(['approved', 'declined']) })

export const approveTransfer = endpoint({
  method: 'POST',
  path: '/api/transfers/{transferId}/approve',
  summary: 'Approves a transfer and makes it at once; the donors of both funds are notified',
  access: 'POSTING_CREATE',
  stepUp: true,
  idempotent: true,
  audit: 'transfer-approved',
  params: z.object({ transferId }),
  body: command(z.object({})),
  reply: decided,
})

export const declineTransfer = endpoint({
  method: 'POST',
  path: '/api/transfers/{transferId}/decline',
  summary: 'Declines a transfer with a message to the donors',
  access: 'POSTING_CREATE',
  idempotent: true,
  audit: 'transfer-declined',
  params: z.object({ transferId }),
  body: command(z.object({ message: messageToDonors })),
  reply: decided,
})

export const reverseTransfer = endpoint({
  method: 'POST',
  path: '/api/transfers/{transferId}/reverse',
  summary:
    'Asks a second person to reverse a transfer that was made by mistake; the donors of both funds read the reason',
  access: 'POSTING_REVERSE',
  stepUp: true,
  idempotent: true,
  audit: 'transfer-reversal-requested',
  params: z.object({ transferId }),
  body: command(z.object({ reason: requiredReason })),
  reply: decided,
})
