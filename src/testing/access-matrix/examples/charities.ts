import { searchCharities } from '../../../features/charities/charities.contract.ts'
import { type Example, example } from './example.ts'

export const charitiesExamples: readonly Example[] = [
  example(searchCharities, {
    needs: 'GRANT_VIEW',
    sent: ({ book }) => ({ query: { keywords: `matrix shelter ${book}` } }),
    contains: about => about.charityId,
  }),
]
