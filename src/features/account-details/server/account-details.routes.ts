import { type Route, route } from '../../../server/http/route.ts'
import { getAccountName, updateAccountName } from '../account-name.contract.ts'
import { getPrimaryAdvisor, setAdvisorMayGrant, updatePrimaryAdvisor } from '../primary-advisor.contract.ts'
import {
  endRelationship,
  exportRelationships,
  getRelationship,
  listInterestedParties,
  listRelationships,
} from '../relationships.contract.ts'
import { allowAdvisorGrants, saveAdvisor, showPrimaryAdvisor } from './primary-advisor.ts'
import { removePerson } from './remove-person.ts'
import {
  exportShownRelationships,
  showInterestedParties,
  showRelationship,
  showRelationships,
} from './show-relationships.ts'
import { renameAccount, showAccountName } from './update-account-name.ts'

export const accountDetailsRoutes: readonly Route[] = [
  route(getAccountName, showAccountName),
  route(updateAccountName, renameAccount),
  route(getPrimaryAdvisor, showPrimaryAdvisor),
  route(updatePrimaryAdvisor, saveAdvisor),
  route(setAdvisorMayGrant, allowAdvisorGrants),
  route(listRelationships, showRelationships),
  route(exportRelationships, exportShownRelationships),
  route(getRelationship, showRelationship),
  route(endRelationship, removePerson),
  route(listInterestedParties, showInterestedParties),
]
