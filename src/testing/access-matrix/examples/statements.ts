import { saveStatement } from '../../../features/statements/statements.contract.ts'
import { type Example, example, fund, range } from './example.ts'

export const statementsExamples: readonly Example[] = [
  example(saveStatement, {
    needs: 'FUND_ACTIVITY_VIEW',
    sent: about => ({ ...fund(about), query: range }),
  }),
]
