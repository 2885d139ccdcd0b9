import { z } from 'zod'
import { fundTypes } from '../../domain/fee-terms.ts'
import { journalKinds } from '../../domain/general-ledger.ts'
import { invariant } from '../../domain/invariant.ts'
import { checkFeeSchedules } from '../fee-schedules.ts'
import { amountMinor, line } from './fields.ts'

const terms = z.strictObject({
  from: z.iso.date(),
  every: z.enum(['month', 'quarter']),
  charged: z.enum(['in-arrears', 'in-advance']),
  excludedAssets: z.enum(['included', 'left-out']),
  minimumPerYearMinor: amountMinor,
  tiers: z
    .array(
      z.strictObject({
        upToMinor: amountMinor.nullable(),
        millionths: z.int().min(0).max(1_000_000).describe('Of the balance, in a year: 6000 is 0.6%.'),
      }),
    )
    .min(1),
})

export const feeSchedules = z
  .array(
    z.strictObject({
      name: line.describe('Stored with each run, and therefore never changed.'),
      title: line,
      kind: z.enum(['administrative_fee', 'investment_fee']),
      fundTypes: z.array(z.enum(fundTypes)),
      versions: z.array(terms),
    }),
  )
  .superRefine((schedules, context) => {
    const said = sentenceOfFailure(() => checkFeeSchedules(schedules))
    if (said !== null) context.addIssue(`has to be chargeable: ${said}`)
  })

function sentenceOfFailure(check: () => void): string | null {
  try {
    check()
    return null
  } catch (error) {
    invariant(error instanceof Error, 'checks throw errors')
    return error.message
  }
}

const booking = z
  .strictObject({ debit: line, credit: line })
  .nullable()
  .describe(
    'The accounts that the entry debits and credits, `bank` for the one of the money; null: not booked.',
  )

export const generalLedger = z.strictObject({
  format: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('csv') }),
    z.strictObject({ kind: z.literal('quickbooks-online') }),
    z.strictObject({ kind: z.literal('xero'), taxRate: line }),
  ]),
  banks: z
    .record(line, line)
    .describe('The account of each bank account by its name; `Grants` is the one that pays grants.'),
  accounts: z.record(z.enum(journalKinds), booking),
})

export const inactiveFunds = z.strictObject({
  afterMonths: z.int().min(1).max(120).describe('A fund without a grant for so long needs attention.'),
  smallBalanceMinor: amountMinor.describe('So does one whose whole balance is below this.'),
  defaultGrant: z
    .strictObject({
      charityId: line.describe('On a public register, such as `US-EIN-` and nine digits.'),
      termMonths: z.int().min(1).max(60).describe('After the last letter.'),
    })
    .nullable()
    .describe('What the sponsor grants for a fund whose people do not answer; null: nothing.'),
})
