import { averageOf } from '../../../domain/averages.ts'
import { isoDate } from '../../../domain/dates.ts'
import type { FeeTerms } from '../../../domain/fee-terms.ts'
import type { FeeCharge } from '../fees.contract.ts'
import type { WorkedOut } from './charge-periods.ts'

/** What reductions take of a fee, in hundredths of a percent over the charged days. */
export const reducedHundredths = ({
  keptHundredths,
  chargedDays,
}: Pick<WorkedOut, 'keptHundredths' | 'chargedDays'>): number =>
  10_000 - Math.round(keptHundredths / chargedDays)

type Charged = Omit<WorkedOut, 'account' | 'yearDays' | 'baseFrom' | 'period'> & {
  period: { from: WorkedOut['baseFrom']; to: WorkedOut['baseFrom']; terms: Pick<FeeTerms, 'from'> }
}

export const chargeResponse = (
  charge: Charged,
  account: Pick<FeeCharge, 'fundId' | 'accountName'>,
): FeeCharge => ({
  fundId: account.fundId,
  accountName: account.accountName,
  periodFrom: charge.period.from,
  periodTo: charge.period.to,
  termsFrom: isoDate(charge.period.terms.from),
  baseDays: charge.baseDays,
  averageMinor: averageOf(charge.balanceDaysMinor, charge.baseDays),
  isMinimum: charge.isMinimum,
  reducedHundredths: reducedHundredths(charge),
  feeMinor: charge.feeMinor,
  chargedBeforeMinor: charge.chargedBeforeMinor,
  dueMinor: charge.dueMinor,
})
