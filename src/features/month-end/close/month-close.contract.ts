import * as z from 'zod/mini'
import { endpoint } from '../../../contract/endpoint.ts'
import { requiredMessage, requiredReason } from '../../../contract/required-text.ts'
import { command, sha256 } from '../../../contract/wire.ts'
import { month, monthEndReaders } from '../month-end.contract.ts'
import { closeCheckNames, missingNote } from './domain/close-checks.ts'

const check = z.object({
  name: z.enum(closeCheckNames),
  isDone: z.boolean(),
  /** How it stands, as a sentence. */
  detail: z.string(),
})

/** The check list as it was when the month was closed. */
export const storedChecks = z.array(check)

const monthToClose = z.object({
  month,
  checks: z.array(check),
  /** Closing requires it, so that nobody closes what they have not seen. */
  checksHash: sha256,
  /** Why it cannot be closed, as a sentence; null if it can. */
  refusal: z.nullable(z.string()),
  needsNote: z.boolean(),
  /** Whether it is the first, which closes everything before it too. */
  isFirst: z.boolean(),
})
export type MonthToClose = z.output<typeof monthToClose>

const byAt = { byName: z.string(), at: z.string() }

const monthClose = z.object({
  closeId: z.uuid(),
  month,
  ...byAt,
  note: z.nullable(z.string()),
  checks: z.array(check),
  /** Who asked for it to be opened again, and why. */
  reopening: z.nullable(z.object({ ...byAt, reason: z.string(), isOwn: z.boolean() })),
  /** Null while it is closed. */
  reopened: z.nullable(z.object(byAt)),
  /** Whether it is the last one that is closed, which alone can be opened again. */
  isLast: z.boolean(),
})
export type MonthClose = z.output<typeof monthClose>

const closeState = z.object({
  next: monthToClose,
  data: z.array(monthClose),
  /** The statements that are due and wait until their quarter is closed; null if none do. */
  waitingStatements: z.nullable(z.object({ lastMonth: month, accounts: z.int() })),
})
export type CloseState = z.output<typeof closeState>

export const getMonthClose = endpoint({
  method: 'GET',
  path: '/api/month-end/closes',
  summary: 'Returns the month that is to be closed with its check list, and the last months that were closed',
  access: monthEndReaders,
  reply: closeState,
})

export const closeMonth = endpoint({
  method: 'POST',
  path: '/api/month-end/closes',
  summary: 'Closes a month with the checks that the person saw, so that it takes no further entry',
  access: 'PERIOD_CLOSE',
  stepUp: true,
  idempotent: true,
  audit: 'posting-month-closed',
  body: command(z.object({ month, checksHash: sha256, note: z.nullable(requiredMessage(missingNote)) })),
  reply: closeState,
})

const ofClose = { params: z.object({ closeId: z.uuid() }) }

export const requestReopening = endpoint({
  method: 'POST',
  path: '/api/month-end/closes/{closeId}/request-reopening',
  summary: 'Asks a second person to open the last closed month again, with a reason',
  access: 'PERIOD_CLOSE',
  stepUp: true,
  idempotent: true,
  audit: 'posting-reopening-requested',
  ...ofClose,
  body: command(z.object({ reason: requiredReason })),
  reply: closeState,
})

export const confirmReopening = endpoint({
  method: 'POST',
  path: '/api/month-end/closes/{closeId}/confirm-reopening',
  summary: 'Opens a month again that a colleague asked to open',
  access: 'PERIOD_CLOSE',
  stepUp: true,
  idempotent: true,
  audit: 'posting-month-reopened',
  ...ofClose,
  body: command(z.object({})),
  reply: closeState,
})

export const withdrawReopening = endpoint({
  method: 'POST',
  path: '/api/month-end/closes/{closeId}/withdraw-reopening',
  summary: 'Leaves a month closed that someone asked to open again',
  access: 'PERIOD_CLOSE',
  idempotent: true,
  audit: 'posting-reopening-withdrawn',
  ...ofClose,
  body: command(z.object({})),
  reply: closeState,
})
