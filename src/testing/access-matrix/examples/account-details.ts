import { randomUUID } from 'node:crypto'
import { getAccountName, updateAccountName } from '../../../features/account-details/account-name.contract.ts'
import {
  getAccountStatus,
  setAccountStatus,
} from '../../../features/account-details/account-status.contract.ts'
import {
  decideContactSharing,
  leaveAccount,
  listOwnRelationships,
} from '../../../features/account-details/own-relationships.contract.ts'
import {
  getPrimaryAdvisor,
  setAdvisorMayGrant,
  updatePrimaryAdvisor,
} from '../../../features/account-details/primary-advisor.contract.ts'
import {
  addRelationship,
  changeRole,
  confirmRequest,
  declineRequest,
  exportRelationshipRequests,
  getPeopleChanges,
  listRelationshipRequests,
  withdrawRequest,
} from '../../../features/account-details/relationship-requests.contract.ts'
import {
  endRelationship,
  exportRelationships,
  getRelationship,
  inviteRelationship,
  listInterestedParties,
  listRelationships,
  updateContact,
} from '../../../features/account-details/relationships.contract.ts'
import { sharedStreet } from '../texts.ts'
import { command, csv, type Example, example, fund, name, range } from './example.ts'

const advisor = {
  title: '',
  firstName: 'Margaret',
  middleName: '',
  lastName: 'Ellison',
  suffix: '',
  company: 'Ellison Advisors',
  businessName: '',
  yearOfBirth: '',
  address1: '',
  address2: '',
  city: '',
  state: '',
  province: '',
  postalCode: '',
  country: 'US',
  phoneCountryCode: 'US',
  phone: '',
  alternatePhoneCountryCode: 'US',
  alternatePhone: '',
}

// A relationship is its person's alone: src/features/account-details/server/contact-sharing.test.ts.
const nobodys = { params: { relationshipId: '0197e0a0-0000-7000-8000-000000000000' } }
const notTheirs = { needs: 'signed-in', status: 404 } as const

export const accountDetailsExamples: readonly Example[] = [
  example(listOwnRelationships, { needs: 'signed-in', sent: () => ({}) }),
  example(decideContactSharing, {
    ...notTheirs,
    sent: () => ({ ...nobodys, body: command({ shares: true }) }),
  }),
  example(leaveAccount, { ...notTheirs, sent: () => ({ ...nobodys, body: command({}) }) }),
  example(getAccountName, { needs: 'ACCOUNT_UPDATE_VIEW', sent: fund, contains: name }),
  example(updateAccountName, {
    needs: 'ACCOUNT_DETAILS_UPDATE',
    sent: about => ({
      ...fund(about),
      body: {
        ...command({ acknowledgesTerms: true as const, revision: 1 }),
        db: {
          account: {
            [about.accountId]: { attributes: { fundId: about.fundId, accountName: about.accountName } },
          },
        },
      },
    }),
    contains: name,
  }),
  example(getPrimaryAdvisor, {
    needs: 'ACCOUNT_DPA_VIEW',
    sent: fund,
    contains: about => about.advisorId,
  }),
  example(updatePrimaryAdvisor, {
    needs: 'ACCOUNT_DPA_UPDATE',
    sent: about => ({
      ...fund(about),
      body: {
        ...command({ acknowledgesTerms: true as const, revision: 0 }),
        db: {
          account: {
            [about.accountId]: {
              relationships: {
                primaryAdvisor: { data: { type: 'individual' as const, id: about.advisorId } },
              },
            },
          },
          individual: { [about.advisorId]: { attributes: advisor } },
        },
      },
    }),
    contains: about => about.advisorId,
  }),
  example(setAdvisorMayGrant, {
    needs: 'ADVISOR_GRANTING_SET',
    sent: about => ({ ...fund(about), body: command({ advisorMayGrant: false, agreementId: null }) }),
    contains: about => about.advisorId,
  }),
  example(listRelationships, {
    needs: 'ACCOUNT_RELATIONSHIP_VIEW',
    sent: about => ({ ...fund(about), query: { keywords: 'joint' } }),
    contains: () => 'Joint Donor',
  }),
  example(exportRelationships, {
    needs: 'ACCOUNT_RELATIONSHIP_VIEW',
    sent: about => ({ ...fund(about), ...csv }),
    contains: () => 'Joint Donor',
  }),
  example(getRelationship, {
    needs: 'ACCOUNT_RELATIONSHIP_VIEW',
    sent: async about => ({
      params: { fundId: about.fundId, relationshipId: await about.freshRelationship() },
    }),
    contains: () => 'Interested Party',
  }),
  example(getRelationship, {
    needs: 'ACCOUNT_RELATIONSHIP_VIEW',
    sent: about => ({ params: { fundId: about.fundId, relationshipId: about.sharingId } }),
    contains: () => sharedStreet,
  }),
  example(getRelationship, {
    needs: 'ACCOUNT_RELATIONSHIP_VIEW',
    sent: about => ({ params: { fundId: about.fundId, relationshipId: about.unsharingId } }),
    contains: () => 'Vera Lund',
  }),
  example(endRelationship, {
    needs: 'ACCOUNT_RELATIONSHIP_UPDATE',
    sent: async about => ({
      params: { fundId: about.fundId, relationshipId: await about.freshRelationship() },
      body: command({}),
    }),
    contains: () => 'Interested Party',
  }),
  example(inviteRelationship, {
    needs: 'ACCOUNT_RELATIONSHIP_UPDATE',
    sent: async about => ({
      params: { fundId: about.fundId, relationshipId: await about.freshRelationship() },
      body: command({}),
    }),
    contains: () => 'Interested Party',
  }),
  example(updateContact, {
    needs: 'ACCOUNT_RELATIONSHIP_UPDATE',
    sent: async about => ({
      params: { fundId: about.fundId, relationshipId: await about.freshRelationship() },
      body: command({
        details: {
          title: '',
          firstName: 'Harold',
          middleName: '',
          lastName: 'Whitcombe',
          suffix: '',
          address1: '14 Orchard Row',
          address2: '',
          city: 'Philadelphia',
          state: 'PA',
          province: '',
          postalCode: '19100',
          country: 'US',
          phoneCountryCode: 'US',
          phone: '',
          alternatePhoneCountryCode: 'US',
          alternatePhone: '',
        },
        revision: 0,
        reason: null,
      }),
    }),
    contains: () => 'Interested Party',
  }),
  example(listInterestedParties, {
    needs: 'ACCOUNT_ALL_IP_VIEW',
    sent: about => ({ ...fund(about), query: { keywords: 'joint' } }),
    contains: () => 'Joint Donor',
  }),
  example(getPeopleChanges, {
    needs: 'ACCOUNT_RELATIONSHIP_VIEW',
    sent: fund,
    contains: () => 'as Joint Donor',
  }),
  example(addRelationship, {
    needs: 'ACCOUNT_RELATIONSHIP_UPDATE',
    sent: about => ({
      ...fund(about),
      body: command({
        accountRoleCode: 'viewer' as const,
        firstName: 'Ada',
        lastName: 'Finch',
        email: `${randomUUID()}@people.example`,
      }),
    }),
    contains: () => 'added',
  }),
  example(changeRole, {
    needs: 'ACCOUNT_RELATIONSHIP_UPDATE',
    sent: async about => ({
      params: { fundId: about.fundId, relationshipId: await about.freshRelationship() },
      body: command({ accountRoleCode: 'joint_donor' as const }),
    }),
    contains: () => 'Interested Party',
  }),
  example(withdrawRequest, {
    needs: 'ACCOUNT_RELATIONSHIP_UPDATE',
    onlyFor: 'donor',
    sent: async about => ({
      params: { fundId: about.fundId, requestId: await about.freshRequest() },
      body: command({}),
    }),
    contains: () => 'as Joint Donor',
  }),
  example(listRelationshipRequests, { needs: 'SUPER_DASHBOARD_VIEW', sent: () => ({}), contains: name }),
  example(exportRelationshipRequests, {
    needs: 'SUPER_DASHBOARD_VIEW',
    sent: () => csv,
    contains: name,
  }),
  example(confirmRequest, {
    needs: 'RELATIONSHIP_CONFIRM',
    sent: async about => ({ params: { requestId: await about.freshRequest() }, body: command({}) }),
    contains: () => 'confirmed',
  }),
  example(declineRequest, {
    needs: 'RELATIONSHIP_CONFIRM',
    sent: async about => ({
      params: { requestId: await about.freshRequest() },
      body: command({ message: 'Not at present' }),
    }),
    contains: () => 'declined',
  }),
  example(getAccountStatus, {
    needs: 'SUPER_DASHBOARD_VIEW',
    sent: ({ accountId }) => ({ params: { accountId } }),
    contains: name,
  }),
  example(setAccountStatus, {
    needs: 'ACCOUNT_STATUS_SET',
    sent: ({ accountId }) => ({
      params: { accountId },
      // The status that it has, so that the other examples find the account as it was.
      body: command({
        accountStatus: 'Active' as const,
        reason: 'Checked',
        effectiveDate: range.from,
        documentSignedDate: null,
        successorFundId: null,
        revision: 1,
      }),
    }),
    contains: name,
  }),
]
