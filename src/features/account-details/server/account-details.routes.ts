import { type Route, route } from '../../../server/http/route.ts'
import * as accountNameContract from '../account-name.contract.ts'
import * as accountStatusContract from '../account-status.contract.ts'
import * as ownRelationshipsContract from '../own-relationships.contract.ts'
import * as primaryAdvisorContract from '../primary-advisor.contract.ts'
import * as relationshipRequestsContract from '../relationship-requests.contract.ts'
import * as relationshipsContract from '../relationships.contract.ts'
import { addRelationship } from './add-relationship.ts'
import { changeRole } from './change-role.ts'
import { confirmRequest } from './confirm-request.ts'
import { decideContactSharing } from './decide-contact-sharing.ts'
import { declineRequest } from './decline-request.ts'
import { endRelationship } from './end-relationship.ts'
import { exportRelationshipRequests } from './export-relationship-requests.ts'
import { exportRelationships } from './export-relationships.ts'
import { getAccountName } from './get-account-name.ts'
import { getAccountStatus } from './get-account-status.ts'
import { getPeopleChanges } from './get-people-changes.ts'
import { getPrimaryAdvisor } from './get-primary-advisor.ts'
import { getRelationship } from './get-relationship.ts'
import { inviteRelationship } from './invite-relationship.ts'
import { leaveAccount } from './leave-account.ts'
import { listInterestedParties } from './list-interested-parties.ts'
import { listOwnRelationships } from './list-own-relationships.ts'
import { listRelationshipRequests } from './list-relationship-requests.ts'
import { listRelationships } from './list-relationships.ts'
import { setAccountStatus } from './set-account-status.ts'
import { setAdvisorMayGrant } from './set-advisor-may-grant.ts'
import { updateAccountName } from './update-account-name.ts'
import { updateContact } from './update-contact.ts'
import { updatePrimaryAdvisor } from './update-primary-advisor.ts'
import { withdrawRequest } from './withdraw-request.ts'

export const accountDetailsRoutes: readonly Route[] = [
  route(accountNameContract.getAccountName, getAccountName),
  route(accountNameContract.updateAccountName, updateAccountName),
  route(accountStatusContract.getAccountStatus, getAccountStatus),
  route(accountStatusContract.setAccountStatus, setAccountStatus),
  route(primaryAdvisorContract.getPrimaryAdvisor, getPrimaryAdvisor),
  route(primaryAdvisorContract.updatePrimaryAdvisor, updatePrimaryAdvisor),
  route(primaryAdvisorContract.setAdvisorMayGrant, setAdvisorMayGrant),
  route(ownRelationshipsContract.listOwnRelationships, listOwnRelationships),
  route(ownRelationshipsContract.decideContactSharing, decideContactSharing),
  route(ownRelationshipsContract.leaveAccount, leaveAccount),
  route(relationshipsContract.listRelationships, listRelationships),
  route(relationshipsContract.exportRelationships, exportRelationships),
  route(relationshipsContract.getRelationship, getRelationship),
  route(relationshipsContract.endRelationship, endRelationship),
  route(relationshipsContract.inviteRelationship, inviteRelationship),
  route(relationshipsContract.updateContact, updateContact),
  route(relationshipsContract.listInterestedParties, listInterestedParties),
  route(relationshipRequestsContract.getPeopleChanges, getPeopleChanges),
  route(relationshipRequestsContract.addRelationship, addRelationship),
  route(relationshipRequestsContract.changeRole, changeRole),
  route(relationshipRequestsContract.withdrawRequest, withdrawRequest),
  route(relationshipRequestsContract.listRelationshipRequests, listRelationshipRequests),
  route(relationshipRequestsContract.exportRelationshipRequests, exportRelationshipRequests),
  route(relationshipRequestsContract.confirmRequest, confirmRequest),
  route(relationshipRequestsContract.declineRequest, declineRequest),
]
