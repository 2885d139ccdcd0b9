import { getAccountName, updateAccountName } from '../../../features/account-details/account-name.contract.ts'
import {
  endRelationship,
  exportRelationships,
  getRelationship,
  listInterestedParties,
  listRelationships,
} from '../../../features/account-details/relationships.contract.ts'
import { command, csv, type Example, example, fund, name } from './example.ts'

export const accountDetailsExamples: readonly Example[] = [
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
  example(endRelationship, {
    needs: 'ACCOUNT_RELATIONSHIP_UPDATE',
    sent: async about => ({
      params: { fundId: about.fundId, relationshipId: await about.freshRelationship() },
      body: command({}),
    }),
    contains: () => 'Interested Party',
  }),
  example(listInterestedParties, {
    needs: 'ACCOUNT_ALL_IP_VIEW',
    sent: about => ({ ...fund(about), query: { keywords: 'joint' } }),
    contains: () => 'Joint Donor',
  }),
]
