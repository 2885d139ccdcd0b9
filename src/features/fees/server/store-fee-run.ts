import type { Kysely } from 'kysely'
import type { DB } from '../../../server/db/schema.ts'
import { insertCharges, insertRun } from './fees.queries.ts'
import type { PlannedRun } from './plan-fee-run.ts'
import { storedTerms } from './stored-terms.ts'

/** Stores what makes a batch a fee run: its period, its terms, and the working of each fund. */
export async function storeFeeRun(
  trx: Kysely<DB>,
  batchId: string,
  { schedule, period, charges }: Pick<PlannedRun, 'schedule' | 'period' | 'charges'>,
): Promise<void> {
  await insertRun(trx, {
    ...{ batch_id: batchId, schedule: schedule.name, title: schedule.title, kind: schedule.kind },
    ...{ period_from: period.from, period_to: period.to, base_from: period.baseFrom, base_to: period.baseTo },
    terms: storedTerms(period.terms),
  })
  await insertCharges(
    trx,
    batchId,
    charges.map(charge => ({
      account_id: charge.account.accountId,
      period_from: charge.period.from,
      base_from: charge.baseFrom,
      base_days: charge.baseDays,
      balance_days_minor: charge.balanceDaysMinor,
      charged_days: charge.chargedDays,
      year_days: charge.yearDays,
      kept_hundredths: charge.keptHundredths,
      fee_minor: charge.feeMinor,
      charged_before_minor: charge.chargedBeforeMinor,
    })),
  )
}
