import {
  approveGrant,
  cancelGrant,
  exportGrantQueue,
  exportGrants,
  getGrant,
  getStaffGrant,
  listGrantPurposes,
  listGrantQueue,
  listGrants,
  payGrant,
  recommendGrant,
  rejectGrant,
} from '../../../features/grants/grants.contract.ts'
import { recommendation } from '../../factories/make-grant.ts'
import { internalNote, messageToDonor } from '../fixture.ts'
import { command, csv, type Example, example, fund, name } from './example.ts'

export const grantExamples: readonly Example[] = [
  example(listGrants, { needs: 'GRANT_VIEW', sent: fund, contains: about => about.charityId }),
  example(listGrantPurposes, {
    needs: 'GRANT_VIEW',
    sent: ({ fundId, charityId }) => ({ params: { fundId, charityId } }),
  }),
  example(exportGrants, {
    needs: 'GRANT_VIEW',
    sent: about => ({ ...fund(about), ...csv }),
    contains: ({ book }) => `Matrix Shelter of ${book.toUpperCase()}`.slice(0, 14),
  }),
  example(getGrant, {
    needs: 'GRANT_VIEW',
    sent: async about => ({
      params: { fundId: about.fundId, grantId: await about.freshGrant('information-needed') },
    }),
    contains: () => messageToDonor,
  }),
  example(recommendGrant, {
    needs: 'GRANT_RECOMMEND',
    sent: about => ({
      ...fund(about),
      body: command(recommendation(about.charityId, { amountMinor: 500_00n, repeatConfirmed: true })),
    }),
    contains: name,
  }),
  example(cancelGrant, {
    needs: 'GRANT_RECOMMEND',
    sent: async about => ({
      params: { fundId: about.fundId, grantId: await about.freshGrant('information-needed') },
      body: command({}),
    }),
    contains: () => 'Cancelled',
  }),
  example(listGrantQueue, { needs: 'SUPER_DASHBOARD_VIEW', sent: () => ({}), contains: name }),
  example(exportGrantQueue, { needs: 'SUPER_DASHBOARD_VIEW', sent: () => csv, contains: name }),
  example(getStaffGrant, {
    needs: 'SUPER_DASHBOARD_VIEW',
    sent: async about => ({ params: { grantId: await about.freshGrant('information-needed') } }),
    contains: () => internalNote,
  }),
  example(approveGrant, {
    needs: 'GRANT_APPROVE',
    sent: async about => ({
      params: { grantId: await about.freshGrant() },
      body: command({ reason: internalNote, message: null }),
    }),
    contains: () => 'Approved',
  }),
  example(rejectGrant, {
    needs: 'GRANT_APPROVE',
    sent: async about => ({
      params: { grantId: await about.freshGrant() },
      body: command({ reason: internalNote, message: 'Not this one' }),
    }),
    contains: () => 'Rejected',
  }),
  example(payGrant, {
    needs: 'GRANT_PAY',
    sent: async about => ({
      params: { grantId: await about.freshGrant('approved') },
      body: command({ paymentMethod: 'eft' as const, paymentReference: 'W-1' }),
    }),
    contains: () => 'Paid',
  }),
]
