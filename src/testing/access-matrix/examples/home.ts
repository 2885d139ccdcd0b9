import { getHome } from '../../../features/home/home.contract.ts'
import { type Example, example, fund } from './example.ts'

export const homeExamples: readonly Example[] = [
  example(getHome, {
    needs: 'ACCOUNT_DETAIL_VIEW',
    sent: fund,
    contains: ({ book }) => `MATRIX SHELTER OF ${book.toUpperCase()}`,
  }),
]
