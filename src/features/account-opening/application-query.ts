import { query } from '../../web/api/query.ts'
import { getApplication } from './account-opening.contract.ts'

export const applicationQuery = (applicationId: string) =>
  query(getApplication, { params: { applicationId } })
