import { query } from '../../web/api/query.ts'
import { listCharityList } from './charity-list.contract.ts'

/** The query of the charities of the fund's list, to choose one for a grant. */
export const charityCards = (fundId: number) =>
  query(listCharityList, { params: { fundId }, query: { first: 100 } })
