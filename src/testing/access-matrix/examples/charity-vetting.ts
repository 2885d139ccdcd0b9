import { addMonths, dateOf } from '../../../domain/dates.ts'
import {
  acceptProposal,
  declineProposal,
  listProposalsToDecide,
} from '../../../features/charity-vetting/proposal-review.contract.ts'
import {
  addProposalDocument,
  listProposals,
  proposeCharity,
  withdrawProposal,
} from '../../../features/charity-vetting/proposals.contract.ts'
import {
  addVettingDocument,
  confirmVetting,
  declineVetting,
  downloadVettingDocument,
  exportVettedCharities,
  listVettedCharities,
  listVettings,
  proposeVetting,
  recordDueDiligence,
} from '../../../features/charity-vetting/vettings.contract.ts'
import { pngOf } from '../../factories/make-file.ts'
import { vettingFieldsOf } from '../fresh-vettings.ts'
import { command, type Example, example, fund, name } from './example.ts'

export const charityVettingExamples: readonly Example[] = [
  example(listProposalsToDecide, {
    needs: 'SUPER_DASHBOARD_VIEW',
    sent: async about => {
      await about.freshProposal()
      return {}
    },
    contains: name,
  }),
  example(acceptProposal, {
    needs: 'CHARITY_EDIT',
    sent: async about => ({
      params: { proposalId: await about.freshProposal() },
      body: command({ charityId: about.charityId, message: 'It is on the register' }),
    }),
    contains: () => 'accepted',
  }),
  example(declineProposal, {
    needs: 'CHARITY_EDIT',
    sent: async about => ({
      params: { proposalId: await about.freshProposal() },
      body: command({ message: 'We could not reach it' }),
    }),
    contains: () => 'declined',
  }),
  example(listVettings, {
    needs: 'SUPER_DASHBOARD_VIEW',
    sent: async about => {
      await about.freshVetting()
      return { query: {} }
    },
    contains: () => 'Matrix Chapel',
  }),
  example(listVettedCharities, {
    needs: 'SUPER_DASHBOARD_VIEW',
    sent: async about => {
      await about.endingVetting()
      return { query: { of: 'no-register' as const } }
    },
    contains: () => 'Matrix Chapel',
  }),
  example(exportVettedCharities, {
    needs: 'SUPER_DASHBOARD_VIEW',
    sent: async about => {
      await about.endingVetting()
      return { query: { of: 'no-register' as const, format: 'csv' as const } }
    },
    contains: () => 'Matrix Chapel',
  }),
  example(proposeVetting, {
    needs: 'CHARITY_EDIT',
    sent: () => ({ body: command(vettingFieldsOf(new Date())) }),
    contains: () => 'XX-ALM-',
  }),
  example(recordDueDiligence, {
    needs: 'CHARITY_EDIT',
    sent: async about => ({
      params: { charityId: await about.freshPayeeCharity() },
      body: command({ finding: 'Its filings', expiresOn: addMonths(dateOf(new Date(), 'UTC'), 12) }),
    }),
    contains: () => 'due-diligence',
    isUnknownElsewhere: true,
  }),
  example(addVettingDocument, {
    needs: 'CHARITY_EDIT',
    sent: async about => ({
      params: { vettingId: await about.freshVetting() },
      query: { name: 'Letter.png' },
      upload: pngOf(4, 3),
    }),
    contains: () => 'Letter.png',
  }),
  example(downloadVettingDocument, {
    needs: 'SUPER_DASHBOARD_VIEW',
    sent: async about => ({ params: await about.documentToRead() }),
    contains: () => '/documents/vettings/',
  }),
  example(confirmVetting, {
    needs: 'CHARITY_EDIT',
    sent: async about => ({
      params: { vettingId: (await about.vettingWithDocument()).vettingId },
      body: command({ note: 'The letter' }),
    }),
    contains: () => 'vetted',
  }),
  example(declineVetting, {
    needs: 'CHARITY_EDIT',
    sent: async about => ({
      params: { vettingId: await about.freshVetting() },
      body: command({ note: 'It is another church' }),
    }),
    contains: () => 'declined',
  }),
  example(listProposals, {
    needs: 'GRANT_VIEW',
    sent: async about => {
      await about.freshProposal()
      return fund(about)
    },
    contains: ({ book }) => `MATRIX SHELTER OF ${book.toUpperCase()}`,
  }),
  example(proposeCharity, {
    needs: 'CHARITY_PROPOSE',
    sent: async about => {
      // A fund can have a limited number of proposals that wait.
      await about.withdrawProposals()
      return {
        ...fund(about),
        body: command({ name: 'Harbour Choir', town: 'Whitby', taxId: '', website: '', why: 'It sings.' }),
      }
    },
    contains: () => 'Harbour Choir',
  }),
  example(addProposalDocument, {
    needs: 'CHARITY_PROPOSE',
    sent: async about => ({
      params: { fundId: about.fundId, proposalId: await about.freshProposal() },
      query: { name: 'constitution.png' },
      upload: pngOf(4, 3),
    }),
    contains: () => 'constitution',
  }),
  example(withdrawProposal, {
    needs: 'CHARITY_PROPOSE',
    sent: async about => ({
      params: { fundId: about.fundId, proposalId: await about.freshProposal() },
      body: command({}),
    }),
    contains: () => 'withdrawn',
  }),
]
