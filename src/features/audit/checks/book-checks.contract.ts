import * as z from 'zod/mini'
import { endpoint } from '../../../contract/endpoint.ts'
import { requiredReason } from '../../../contract/required-text.ts'
import { command, isoDate } from '../../../contract/wire.ts'
import { checkParts } from './domain/check-parts.ts'

const part = z.enum(checkParts)

const bookCheck = z.object({
  checkId: z.uuid(),
  /** The day whose work it was. */
  day: isoDate,
  checkedAt: z.string(),
  /** How many rows of each part were compared. */
  compared: z.array(z.object({ part, rows: z.int() })),
  differenceCount: z.int(),
  /** The first of each part. */
  differences: z.array(z.object({ part, place: z.string(), finding: z.string() })),
  answer: z.nullable(z.object({ reason: z.string(), byName: z.string(), at: z.string() })),
})
export type BookCheck = z.output<typeof bookCheck>

export const listBookChecks = endpoint({
  method: 'GET',
  path: '/api/book-checks',
  summary:
    'Lists the nightly checks of the last days of the book, and those that no one has answered, newest first',
  access: 'AUDIT_VIEW',
  reply: z.object({ data: z.array(bookCheck), unanswered: z.int() }),
})

export const answerBookCheck = endpoint({
  method: 'POST',
  path: '/api/book-checks/{checkId}/answer',
  summary: 'Answers the differences that a nightly check found, so that payment runs of the book go on',
  access: 'PERIOD_CLOSE',
  stepUp: true,
  idempotent: true,
  audit: 'posting-check-answered',
  params: z.object({ checkId: z.uuid() }),
  body: command(z.object({ reason: requiredReason })),
  reply: z.object({ checkId: z.string() }),
})
