import { type Route, route } from '../../../server/http/route.ts'
import { getAccountName, updateAccountName } from '../account-name.contract.ts'
import { getAccountStatus, setAccountStatus } from '../account-status.contract.ts'
import { decideContactSharing, leaveAccount, listOwnRelationships } from '../own-relationships.contract.ts'
import { getPrimaryAdvisor, setAdvisorMayGrant, updatePrimaryAdvisor } from '../primary-advisor.contract.ts'
import {
  addRelationship,
  changeRole,
  confirmRequest,
  declineRequest,
  exportRelationshipRequests,
  getPeopleChanges,
  listRelationshipRequests,
  withdrawRequest,
} from '../relationship-requests.contract.ts'
import {
  endRelationship,
  exportRelationships,
  getRelationship,
  inviteRelationship,
  listInterestedParties,
  listRelationships,
  updateContact,
} from '../relationships.contract.ts'
import { addPerson } from './add-person.ts'
import { confirmPeopleRequest, declinePeopleRequest } from './decide-request.ts'
import { invitePerson } from './invite-person.ts'
import { decideSharing, leave, showOwnRelationships } from './own-relationships.ts'
import { allowAdvisorGrants, saveAdvisor, showPrimaryAdvisor } from './primary-advisor.ts'
import { changePersonsRole, removePerson } from './remove-person.ts'
import { changeAccountStatus, showAccountStatus } from './set-account-status.ts'
import {
  exportShownRelationships,
  showInterestedParties,
  showRelationship,
  showRelationships,
} from './show-relationships.ts'
import { exportRequestQueue, showPeopleChanges, showRequestQueue } from './show-requests.ts'
import { renameAccount, showAccountName } from './update-account-name.ts'
import { saveContact } from './update-contact.ts'
import { withdrawPeopleRequest } from './withdraw-request.ts'

export const accountDetailsRoutes: readonly Route[] = [
  route(getAccountName, showAccountName),
  route(updateAccountName, renameAccount),
  route(getAccountStatus, showAccountStatus),
  route(setAccountStatus, changeAccountStatus),
  route(getPrimaryAdvisor, showPrimaryAdvisor),
  route(updatePrimaryAdvisor, saveAdvisor),
  route(setAdvisorMayGrant, allowAdvisorGrants),
  route(listOwnRelationships, showOwnRelationships),
  route(decideContactSharing, decideSharing),
  route(leaveAccount, leave),
  route(listRelationships, showRelationships),
  route(exportRelationships, exportShownRelationships),
  route(getRelationship, showRelationship),
  route(endRelationship, removePerson),
  route(inviteRelationship, invitePerson),
  route(updateContact, saveContact),
  route(listInterestedParties, showInterestedParties),
  route(getPeopleChanges, showPeopleChanges),
  route(addRelationship, addPerson),
  route(changeRole, changePersonsRole),
  route(withdrawRequest, withdrawPeopleRequest),
  route(listRelationshipRequests, showRequestQueue),
  route(exportRelationshipRequests, exportRequestQueue),
  route(confirmRequest, confirmPeopleRequest),
  route(declineRequest, declinePeopleRequest),
]
