import { query } from '../../../web/api/query.ts'
import { listGrants } from '../grants.contract.ts'

/** The query of the grants that a person may give again. */
export const grantsToRepeat = (fundId: number) =>
  query(listGrants, { params: { fundId }, query: { first: 50 } })
