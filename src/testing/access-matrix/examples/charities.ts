import {
  getFundCharity,
  listCharityList,
  searchCharities,
  searchOwnCharities,
  setCharityList,
} from '../../../features/charities/charities.contract.ts'
import { command, type Example, example, fund } from './example.ts'

export const charitiesExamples: readonly Example[] = [
  example(searchCharities, {
    needs: 'GRANT_VIEW',
    sent: ({ book }) => ({ query: { keywords: `matrix shelter ${book}` } }),
    contains: about => about.charityId,
  }),
  example(searchOwnCharities, {
    needs: 'GRANT_VIEW',
    sent: about => ({ ...fund(about), query: { keywords: 'matrix shelter' } }),
    contains: about => about.charityId,
  }),
  example(getFundCharity, {
    needs: 'FUND_AC_DETAIL_VIEW',
    sent: ({ fundId, charityId }) => ({ params: { fundId, charityId } }),
    contains: about => about.charityId,
  }),
  example(listCharityList, { needs: 'GRANT_VIEW', sent: fund, contains: about => about.charityId }),
  example(setCharityList, {
    needs: 'CHARITY_LIST_UPDATE',
    sent: about => ({ ...fund(about), body: command({ charityId: about.charityId, inCharityList: true }) }),
    contains: about => about.charityId,
  }),
]
