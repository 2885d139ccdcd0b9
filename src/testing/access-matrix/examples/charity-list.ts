import {
  exportCharityList,
  getFundCharity,
  listCharityList,
  searchFundCharities,
  searchOwnCharities,
  setCharityList,
  setCharityNote,
} from '../../../features/charity-list/charity-list.contract.ts'
import { command, csv, type Example, example, fund } from './example.ts'

export const charityListExamples: readonly Example[] = [
  example(searchOwnCharities, {
    needs: 'GRANT_VIEW',
    sent: about => ({ ...fund(about), query: { keywords: 'matrix shelter' } }),
    contains: about => about.charityId,
  }),
  example(searchFundCharities, {
    needs: 'GRANT_VIEW',
    sent: about => ({ ...fund(about), query: { keywords: `matrix shelter ${about.book}` } }),
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
  example(exportCharityList, {
    needs: 'GRANT_VIEW',
    sent: about => ({ ...fund(about), ...csv }),
    contains: ({ book }) => `Matrix Shelter of ${book.toUpperCase()}`.slice(0, 14),
  }),
  example(setCharityNote, {
    needs: 'CHARITY_LIST_UPDATE',
    sent: about => ({ ...fund(about), body: command({ charityId: about.charityId, note: 'Ask for Ruth' }) }),
    contains: about => about.charityId,
  }),
]
