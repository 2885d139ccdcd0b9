import * as z from 'zod/mini'
import { endpoint } from '../../../contract/endpoint.ts'
import { exportQuery, fileReply } from '../../../contract/list.ts'
import { requiredLine, requiredReason } from '../../../contract/required-text.ts'
import { typedText } from '../../../contract/typed-text.ts'
import {
  amountAboveZero,
  command,
  fundId,
  isoDate,
  listOf,
  listQuery,
  money,
  searchKeywords,
  sentAmount,
} from '../../../contract/wire.ts'
import { waitingPosting } from '../../posting-requests/waiting-posting.contract.ts'
import { contributionStates, maxAssetLines, quantityOfAsset } from '../domain/contribution.ts'
import { contributionMethods, payer } from '../domain/payer.ts'
import { propertyTypes, valuation } from './domain/gift-value.ts'
import { holdingTaskKinds } from './domain/holding-task.ts'
import { identifierTypes, isIdentifier, wrongIdentifier } from './domain/security-identifier.ts'
import { holdingDocument } from './holding-documents.contract.ts'

export const maxSourceLength = 120
export const maxNoteLength = 500
export const missingSource = 'Enter where the value comes from'

const source = requiredLine(maxSourceLength, missingSource)

const identifier = z
  .object({
    type: z.enum(identifierTypes),
    number: z.string().check(z.trim(), z.toUpperCase(), z.maxLength(12, wrongIdentifier)),
  })
  .check(
    z.refine(({ type, number }) => isIdentifier(type, number), {
      path: ['number'],
      error: wrongIdentifier,
    }),
  )

const receivedLine = z.object({
  /** What the person saw, so that a line that the donors changed meanwhile is not valued. */
  description: z.string().check(z.maxLength(200)),
  quantity: quantityOfAsset,
  property: z.enum(propertyTypes, 'Choose what it is'),
  identifier: z.nullable(identifier),
  valuation,
  source,
})
export type ReceivedLine = z.output<typeof receivedLine>

/** The lines of a contribution that arrived, each with the prices that decide its gift value, in their order. */
export const receivedAssets = z.object({
  lines: z.array(receivedLine).check(z.minLength(1), z.maxLength(maxAssetLines)),
  /** The day on which the donor gave. */
  giftDate: isoDate,
  /** The day from which the account has it. */
  effectiveDate: isoDate,
  /** Absent: the donors of the account. */
  payer: z.optional(payer),
  method: z.enum(contributionMethods, 'Choose how it came'),
})
export type ReceivedAssets = z.output<typeof receivedAssets>

export const receiveAssets = endpoint({
  method: 'POST',
  path: '/api/accounts/{fundId}/contributions/{contributionId}/receive-assets',
  summary:
    'Marks a contribution of securities or other assets as received and posts it at gift value to the excluded assets, or files this for a second person',
  access: 'POSTING_CREATE',
  records: ['contribution-received'],
  stepUp: true,
  idempotent: true,
  // What was received leaves its event by a trigger (db/migrations/0025_contributions.sql).
  auditWhenFiled: 'contribution-receipt-filed',
  changesEntered: true,
  params: z.object({ fundId, contributionId: z.uuid() }),
  body: command(receivedAssets),
  reply: z.object({
    state: z.enum(contributionStates),
    giftValueMinor: money,
    /** What waits for a second person; null if it was posted. */
    postingRequest: z.nullable(waitingPosting),
  }),
})

const disposal = z.object({
  disposalId: z.string(),
  kind: z.enum(['sale', 'release']),
  units: z.string(),
  giftValueMinor: money,
  proceedsMinor: money,
  costMinor: money,
  disposedOn: isoDate,
  recordedByName: z.string(),
  isReversed: z.boolean(),
  /** Whether the caller can ask for its reversal now. */
  mayReverse: z.boolean(),
})
export type Disposal = z.output<typeof disposal>

const task = z.object({
  taskId: z.string(),
  kind: z.enum(holdingTaskKinds),
  dueOn: isoDate,
  isOverdue: z.boolean(),
  doneOn: z.nullable(isoDate),
  doneByName: z.nullable(z.string()),
  note: z.nullable(z.string()),
})
export type Task = z.output<typeof task>

const holding = z.object({
  holdingId: z.string(),
  transactionId: z.int(),
  fundId: z.int(),
  accountName: z.string(),
  property: z.enum(propertyTypes),
  description: z.string(),
  identifier: z.nullable(z.string()),
  giftDate: isoDate,
  units: z.string(),
  unitsLeft: z.string(),
  giftValueMinor: money,
  /** The part of the gift value that is among the excluded assets. */
  leftMinor: money,
  /** How the gift value was found. */
  working: z.array(z.string()),
  source: z.string(),
  isTakenBack: z.boolean(),
  /** Whether a case released what was left of it, with all other excluded assets of the account. */
  isReleased: z.boolean(),
  /** The latest valuation after the gift; null: none. */
  latestValuation: z.nullable(z.object({ valuedOn: isoDate, valueMinor: money, source: z.string() })),
  disposals: z.array(disposal),
  /** Those that the caller may read, oldest first. */
  documents: z.array(holdingDocument),
  tasks: z.array(task),
  postingRequest: z.nullable(waitingPosting),
  mayDispose: z.boolean(),
  mayManage: z.boolean(),
})
export type Holding = z.output<typeof holding>

export const holdingFilters = ['held', 'tasks', 'all'] as const
const filter = {
  /** A part of the account's name or of the description, or the number of the account or the contribution. */
  keywords: z._default(searchKeywords, ''),
  show: z._default(z.enum(holdingFilters), 'held'),
}

export const listHoldings = endpoint({
  method: 'GET',
  path: '/api/holdings',
  summary: 'Lists assets that were received at gift value, with their sales, releases, valuations and tasks',
  access: 'SUPER_DASHBOARD_VIEW',
  query: z.object({ ...listQuery, ...filter }),
  reply: listOf(holding),
})

export const exportHoldings = endpoint({
  method: 'GET',
  path: '/api/holdings/export',
  summary: 'Exports assets that were received at gift value as a workbook or as comma-separated values',
  access: 'SUPER_DASHBOARD_VIEW',
  records: ['file-exported'],
  query: z.object({ ...exportQuery, ...filter }),
  reply: fileReply,
  file: true,
})

const params = z.object({ fundId, holdingId: z.uuid() })

const disposed = z.object({
  /** What waits for a second person; null if it was posted. */
  postingRequest: z.nullable(waitingPosting),
})

export const soldHolding = z.object({
  units: quantityOfAsset,
  proceedsMinor: amountAboveZero,
  costMinor: sentAmount,
  /** The day of the trade. */
  soldOn: isoDate,
  /** The day from which the account has the proceeds. */
  effectiveDate: isoDate,
})

export const sellHolding = endpoint({
  method: 'POST',
  path: '/api/accounts/{fundId}/holdings/{holdingId}/sell',
  summary:
    'Records the sale of an asset: posts gain or loss, its cost as a fee, and releases the proceeds, or files this for a second person',
  access: 'POSTING_CREATE',
  stepUp: true,
  idempotent: true,
  audit: 'contribution-asset-sold',
  auditWhenFiled: 'contribution-asset-sale-filed',
  params,
  body: command(soldHolding),
  reply: disposed,
})

export const releasedHolding = z.object({ units: quantityOfAsset, reason: requiredReason })

export const releaseHolding = endpoint({
  method: 'POST',
  path: '/api/accounts/{fundId}/holdings/{holdingId}/release',
  summary: 'Releases an asset at gift value without a sale, or files this for a second person',
  access: 'POSTING_CREATE',
  stepUp: true,
  idempotent: true,
  audit: 'contribution-asset-released',
  auditWhenFiled: 'contribution-asset-release-filed',
  params,
  body: command(releasedHolding),
  reply: disposed,
})

/** What the list of commands that wait for a second person says about a sale or a release. */
export const filedDisposal = z.discriminatedUnion('kind', [
  z.extend(soldHolding, { kind: z.literal('sale'), description: z.string() }),
  z.object({ kind: z.literal('release'), units: quantityOfAsset, description: z.string() }),
])
export type FiledDisposal = z.output<typeof filedDisposal>

export const filedReversal = z.object({ holdingId: z.uuid(), description: z.string() })

export const reverseDisposal = endpoint({
  method: 'POST',
  path: '/api/accounts/{fundId}/holdings/{holdingId}/disposals/{disposalId}/reverse',
  summary: 'Asks a second person to reverse a sale or a release of an asset, whatever its amount',
  access: 'POSTING_REVERSE',
  stepUp: true,
  idempotent: true,
  audit: 'contribution-asset-reversal-requested',
  params: z.extend(params, { disposalId: z.uuid() }),
  body: command(z.object({ reason: requiredReason })),
  reply: z.object({ disposalId: z.string() }),
})

export const laterValuation = z.object({ valuedOn: isoDate, valueMinor: sentAmount, source })

export const valueHolding = endpoint({
  method: 'POST',
  path: '/api/accounts/{fundId}/holdings/{holdingId}/valuations',
  summary: 'Records what an asset is worth on a later day; nothing is posted',
  access: 'DOCUMENT_MANAGE',
  idempotent: true,
  audit: 'contribution-asset-valued',
  params,
  body: command(laterValuation),
  reply: z.object({ holdingId: z.string() }),
})

export const completeHoldingTask = endpoint({
  method: 'POST',
  path: '/api/accounts/{fundId}/holdings/{holdingId}/tasks/{taskId}/complete',
  summary: 'Records who did a task about an asset, and when',
  access: 'DOCUMENT_MANAGE',
  idempotent: true,
  audit: 'contribution-asset-task-done',
  params: z.extend(params, { taskId: z.uuid() }),
  body: command(
    z.object({ doneOn: isoDate, note: z.nullable(typedText(maxNoteLength).check(z.minLength(1))) }),
  ),
  reply: z.object({ taskId: z.string() }),
})
