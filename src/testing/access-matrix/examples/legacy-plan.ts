import { charityName } from '../../../features/charities/domain/charity-name.ts'
import {
  exportSuccessors,
  getLegacyPlan,
  listPlanVersions,
  listSuccessors,
  saveLegacyPlan,
  setEndowment,
} from '../../../features/legacy-plan/legacy-plan.contract.ts'
import type { Subject } from '../fixture.ts'
import { command, csv, type Example, example, fund } from './example.ts'

const beneficiary = ({ book }: Subject) => charityName(`MATRIX SHELTER OF ${book.toUpperCase()}`)

export const legacyPlanExamples: readonly Example[] = [
  example(listSuccessors, { needs: 'ACCOUNT_SUCCESSOR_VIEW', sent: fund, contains: beneficiary }),
  example(exportSuccessors, {
    needs: 'ACCOUNT_SUCCESSOR_VIEW',
    sent: about => ({ ...fund(about), ...csv }),
    contains: beneficiary,
  }),
  example(getLegacyPlan, { needs: 'ACCOUNT_LEGACY_PLAN_VIEW', sent: fund, contains: beneficiary }),
  example(listPlanVersions, { needs: 'ACCOUNT_LEGACY_PLAN_VIEW', sent: fund, contains: beneficiary }),
  example(saveLegacyPlan, {
    needs: 'ACCOUNT_LEGACY_PLAN_UPDATE',
    // The plan that the fund has.
    sent: about => ({
      ...fund(about),
      body: command({
        acknowledgesTerms: true as const,
        revision: 1,
        shares: [{ option: 1 as const, charityId: about.charityId, shareHundredths: 10_000 }],
        instructionId: null,
      }),
    }),
    contains: beneficiary,
  }),
  example(setEndowment, {
    needs: 'ACCOUNT_STATUS_SET',
    sent: about => ({
      ...fund(about),
      body: command({ isEndowed: false, reason: 'The donors asked for it.', revision: 1 }),
    }),
    contains: beneficiary,
  }),
]
