import { exportAllGrants, listAllGrants } from '../../../features/grants/all/all-grants.contract.ts'
import {
  downloadCertificates,
  downloadStaffCertificates,
} from '../../../features/grants/certificates/certificates.contract.ts'
import {
  answerGrant,
  cancelGrant,
  exportGrants,
  getGrant,
  listAdvisingDonors,
  listGrantPurposes,
  listGrants,
  recommendGrant,
} from '../../../features/grants/grants.contract.ts'
import {
  decideRelatedParties,
  noteRelatedParties,
} from '../../../features/grants/review/related-parties.contract.ts'
import {
  approveGrant,
  askAboutGrant,
  clearGrant,
  holdGrant,
  reissueGrant,
  rejectGrant,
  releaseGrant,
  reopenGrant,
  reserveGrant,
  returnGrant,
  reverseReturn,
  voidGrant,
  voidPayment,
} from '../../../features/grants/review/staff-commands.contract.ts'
import {
  approveGrants,
  countDueGrants,
  exportGrantQueue,
  getStaffGrant,
  listGrantQueue,
  listReviewers,
  setGrantOwner,
} from '../../../features/grants/review/staff-grants.contract.ts'
import { recommendation } from '../../factories/make-grant.ts'
import { internalNote, messageToDonor, staffMember } from '../texts.ts'
import { command, csv, type Example, example, fund, name, range } from './example.ts'

const json = { format: 'json' } as const

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
  example(listAdvisingDonors, { needs: 'GRANT_RECOMMEND', sent: fund, contains: about => about.donorId }),
  example(getGrant, {
    needs: 'GRANT_VIEW',
    sent: async about => ({
      params: { fundId: about.fundId, grantId: await about.freshGrant('information-needed') },
    }),
    contains: () => messageToDonor,
  }),
  example(downloadCertificates, {
    needs: 'GRANT_VIEW',
    sent: async about => ({
      params: { fundId: about.fundId, grantId: await about.freshGrant() },
      query: json,
    }),
    contains: about => about.charityId,
  }),
  example(downloadStaffCertificates, {
    needs: 'SUPER_DASHBOARD_VIEW',
    sent: async about => ({
      params: { grantId: await about.freshGrant() },
      query: json,
    }),
    contains: () => '"salt":',
  }),
  example(recommendGrant, {
    needs: 'GRANT_RECOMMEND',
    followsAdvice: true,
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
    contains: () => '"transactionStatusCode":5',
  }),
  example(listGrantQueue, { needs: 'SUPER_DASHBOARD_VIEW', sent: () => ({}), contains: name }),
  example(listAllGrants, { needs: 'SUPER_DASHBOARD_VIEW', sent: () => ({}), contains: name }),
  example(exportAllGrants, { needs: 'SUPER_DASHBOARD_VIEW', sent: () => csv, contains: name }),
  example(countDueGrants, { needs: 'SUPER_DASHBOARD_VIEW', sent: () => ({}), contains: () => 'to-approve' }),
  example(exportGrantQueue, { needs: 'SUPER_DASHBOARD_VIEW', sent: () => csv, contains: name }),
  example(getStaffGrant, {
    needs: 'SUPER_DASHBOARD_VIEW',
    sent: async about => ({ params: { grantId: await about.freshGrant('information-needed') } }),
    contains: () => internalNote,
  }),
  example(approveGrant, {
    needs: 'GRANT_APPROVE',
    sent: async about => {
      const grantId = await about.freshGrant()
      const seen = await about.payeeSeen(grantId)
      return {
        params: { grantId },
        body: command({ reason: internalNote, message: null, controlsSupported: null, payeeSeen: seen }),
      }
    },
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
  example(answerGrant, {
    needs: 'GRANT_RECOMMEND',
    sent: async about => ({
      params: { fundId: about.fundId, grantId: await about.freshGrant('information-needed') },
      body: command({ message: 'The branch in the harbor' }),
    }),
    contains: () => 'The branch in the harbor',
  }),
  example(listReviewers, { needs: 'GRANT_APPROVE', sent: () => ({}), contains: () => staffMember.lastName }),
  example(setGrantOwner, {
    needs: 'GRANT_APPROVE',
    sent: async about => ({
      params: { grantId: await about.freshGrant() },
      body: command({ ownerId: null }),
    }),
    contains: name,
  }),
  example(approveGrants, {
    needs: 'GRANT_APPROVE',
    sent: async about => {
      const grantId = await about.freshGrant()
      const grants = [{ grantId, payeeSeen: await about.payeeSeen(grantId) }]
      return { body: command({ grants, reason: internalNote }) }
    },
  }),
  example(askAboutGrant, {
    needs: 'GRANT_APPROVE',
    sent: async about => ({
      params: { grantId: await about.freshGrant() },
      body: command({ reason: internalNote, message: messageToDonor }),
    }),
    contains: () => messageToDonor,
  }),
  example(holdGrant, {
    needs: 'GRANT_APPROVE',
    sent: async about => ({
      params: { grantId: await about.freshGrant() },
      body: command({ reason: internalNote }),
    }),
    contains: () => internalNote,
  }),
  example(noteRelatedParties, {
    needs: 'GRANT_APPROVE',
    sent: async about => ({
      params: { grantId: await about.freshGrant() },
      body: command({ note: internalNote }),
    }),
    contains: () => internalNote,
  }),
  example(decideRelatedParties, {
    needs: 'SANCTIONS_DECIDE',
    sent: async about => ({
      params: { grantId: await about.freshGrant('related') },
      body: command({ outcome: 'no-benefit' as const, reason: internalNote }),
    }),
    contains: () => 'no-benefit',
  }),
  example(releaseGrant, {
    needs: 'GRANT_APPROVE',
    sent: async about => ({
      params: { grantId: await about.freshGrant('held') },
      body: command({ reason: internalNote }),
    }),
    contains: () => internalNote,
  }),
  example(reserveGrant, {
    needs: 'GRANT_APPROVE',
    sent: async about => ({
      params: { grantId: await about.freshGrant('unfunded') },
      body: command({ reason: null }),
    }),
    contains: name,
  }),
  example(reopenGrant, {
    needs: 'GRANT_APPROVE',
    sent: async about => ({
      params: { grantId: await about.freshGrant('approved') },
      body: command({ reason: internalNote }),
    }),
    contains: () => '"transactionStatusCode":2',
  }),
  example(voidGrant, {
    needs: 'GRANT_PAY',
    sent: async about => ({
      params: { grantId: await about.freshGrant('approved') },
      body: command({ reason: internalNote, message: 'Not after all' }),
    }),
    contains: () => '"transactionStatusCode":7',
  }),
  example(voidPayment, {
    needs: 'GRANT_PAY',
    sent: async about => ({
      params: { grantId: await about.freshGrant('paid') },
      body: command({ reason: internalNote, message: 'It was lost' }),
    }),
    contains: () => 'Voided',
  }),
  example(returnGrant, {
    needs: 'GRANT_PAY',
    sent: async about => ({
      params: { grantId: await about.freshGrant('paid') },
      body: command({
        ...{ reason: null, message: 'The appeal has ended', returnedMinor: 100_00n },
        ...{ remainingMinor: 500_00n, bankReference: 'SVCR-1', isAnother: false },
        returnedOn: range.to,
      }),
    }),
    contains: () => 'Partly returned',
  }),
  example(reverseReturn, {
    needs: 'POSTING_REVERSE',
    sent: async about => {
      const grantId = await about.freshGrant('returned')
      const entryId = await about.returnEntryOf(grantId)
      return { params: { grantId }, body: command({ entryId, message: messageToDonor }) }
    },
    contains: name,
  }),
  example(reissueGrant, {
    needs: 'GRANT_PAY',
    sent: async about => ({
      params: { grantId: await about.freshGrant('returned') },
      body: command({ reason: internalNote }),
    }),
    contains: name,
  }),
  example(clearGrant, {
    needs: 'GRANT_PAY',
    sent: async about => ({
      params: { grantId: await about.freshGrant('paid') },
      body: command({ reason: null }),
    }),
    contains: () => 'Received by the charity',
  }),
]
