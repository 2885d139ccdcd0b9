import * as z from 'zod/mini'
import { isoDate, money } from '../../contract/wire.ts'

/** A transfer or a grant that the case made. */
export const payout = z.object({
  payoutId: z.uuid(),
  /** Of a grant; null for a transfer. */
  grant: z.nullable(z.object({ grantId: z.uuid(), transactionId: z.string(), state: z.string() })),
  /** The entry of a transfer; null for a grant. */
  entryId: z.nullable(z.uuid()),
  /** Whether a transfer was taken back. */
  isReversed: z.boolean(),
  toName: z.string(),
  amountMinor: money,
  madeOn: isoDate,
})
export type CasePayout = z.output<typeof payout>
