import { getHome } from '../../../features/home/home.contract.ts'
import { messageToDonor } from '../fixture.ts'
import { type Example, example, fund } from './example.ts'

export const homeExamples: readonly Example[] = [
  example(getHome, { needs: 'ACCOUNT_DETAIL_VIEW', sent: fund, contains: () => messageToDonor }),
]
