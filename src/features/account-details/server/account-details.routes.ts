import { type Route, route } from '../../../server/http/route.ts'
import { getAccountName, updateAccountName } from '../account-name.contract.ts'
import { exportRelationships, listInterestedParties, listRelationships } from '../relationships.contract.ts'
import { exportShownRelationships, showInterestedParties, showRelationships } from './show-relationships.ts'
import { renameAccount, showAccountName } from './update-account-name.ts'

export const accountDetailsRoutes: readonly Route[] = [
  route(getAccountName, showAccountName),
  route(updateAccountName, renameAccount),
  route(listRelationships, showRelationships),
  route(exportRelationships, exportShownRelationships),
  route(listInterestedParties, showInterestedParties),
]
