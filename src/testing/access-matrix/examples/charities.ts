import {
  exportCharityList,
  getFundCharity,
  listCharityList,
  searchCharities,
  searchOwnCharities,
  setCharityList,
  setCharityNote,
} from '../../../features/charities/charities.contract.ts'
import {
  confirmBankDetails,
  declineBankDetails,
  listBankDetails,
  proposeBankDetails,
} from '../../../features/charity-profiles/bank-details.contract.ts'
import {
  confirmPayeeChange,
  declinePayeeChange,
  getCharityPayee,
  proposePayeeChange,
} from '../../../features/charity-profiles/payee-changes.contract.ts'
import {
  changeCharityProfile,
  getCharityProfile,
  removeCharityLogo,
  uploadCharityLogo,
} from '../../../features/charity-profiles/profiles.contract.ts'
import {
  acceptProposal,
  declineProposal,
  listProposalsToDecide,
} from '../../../features/charity-vetting/proposal-review.contract.ts'
import {
  addProposalPaper,
  listProposals,
  proposeCharity,
  withdrawProposal,
} from '../../../features/charity-vetting/proposals.contract.ts'
import {
  addVettingPaper,
  confirmVetting,
  declineVetting,
  downloadVettingPaper,
  listVettings,
  proposeVetting,
} from '../../../features/charity-vetting/vettings.contract.ts'
import { pngOf } from '../../factories/make-file.ts'
import { vettingFieldsOf } from '../fresh-vettings.ts'
import { command, csv, type Example, example, fund, name } from './example.ts'

const bankFieldsOf = (currency: string) => ({
  holderName: 'Matrix Shelter',
  ...(currency === 'USD'
    ? { bank: '011000015', account: '9876544711' }
    : { bank: '200000', account: '55779911' }),
  reason: 'Their letter',
})

const payeeFields = {
  paysByEft: false,
  payeeName: 'Matrix Shelter, Treasurer',
  payeeAddress: '',
  payeeEmail: '',
}

const decisionNote = command({ note: 'Called on the number of their report' })

const keptFields = {
  website: '',
  profileLink: '',
  profileLevel: 'NONE',
  comment: '',
  partyStatus: 'Active',
  partyGranteeStatus: 'Accepted',
} as const

export const charitiesExamples: readonly Example[] = [
  example(searchCharities, {
    needs: 'GRANT_VIEW',
    sent: ({ book }) => ({ query: { keywords: `matrix shelter ${book}` } }),
    contains: about => about.charityId,
  }),
  example(searchOwnCharities, {
    needs: 'GRANT_VIEW',
    sent: about => ({ ...fund(about), query: { keywords: 'matrix shelter' } }),
    contains: about => about.charityId,
  }),
  example(getFundCharity, {
    needs: 'FUND_AC_DETAIL_VIEW',
    sent: ({ fundId, charityId }) => ({ params: { fundId, charityId } }),
    contains: about => about.charityId,
  }),
  example(listCharityList, { needs: 'GRANT_VIEW', sent: fund, contains: about => about.charityId }),
  example(setCharityList, {
    needs: 'CHARITY_LIST_UPDATE',
    sent: about => ({ ...fund(about), body: command({ charityId: about.charityId, inCharityList: true }) }),
    contains: about => about.charityId,
  }),
  example(exportCharityList, {
    needs: 'GRANT_VIEW',
    sent: about => ({ ...fund(about), ...csv }),
    contains: ({ book }) => `Matrix Shelter of ${book.toUpperCase()}`.slice(0, 14),
  }),
  example(setCharityNote, {
    needs: 'CHARITY_LIST_UPDATE',
    sent: about => ({ ...fund(about), body: command({ charityId: about.charityId, note: 'Ask for Ruth' }) }),
    contains: about => about.charityId,
  }),
  example(getCharityProfile, {
    needs: 'SUPER_DASHBOARD_VIEW',
    sent: ({ charityId }) => ({ params: { charityId } }),
    contains: about => about.charityId,
    isUnknownElsewhere: true,
  }),
  example(changeCharityProfile, {
    needs: 'CHARITY_EDIT',
    sent: async ({ charityId, profileRevision }) => ({
      params: { charityId },
      body: command({
        revision: await profileRevision(),
        fields: { ...keptFields, comment: `Noted ${Date.now()}` },
        reason: 'The charity wrote to us',
      }),
    }),
    contains: about => about.charityId,
    isUnknownElsewhere: true,
  }),
  example(getCharityPayee, {
    needs: 'SUPER_DASHBOARD_VIEW',
    sent: ({ charityId }) => ({ params: { charityId } }),
    isUnknownElsewhere: true,
  }),
  example(proposePayeeChange, {
    needs: 'CHARITY_EDIT',
    sent: async ({ freshPayeeCharity }) => ({
      params: { charityId: await freshPayeeCharity() },
      body: command({ revision: 0, fields: payeeFields, reason: 'Their letter' }),
    }),
    isUnknownElsewhere: true,
  }),
  example(confirmPayeeChange, {
    needs: 'CHARITY_EDIT',
    sent: async ({ freshPayeeChange }) => ({ params: await freshPayeeChange(), body: decisionNote }),
  }),
  example(declinePayeeChange, {
    needs: 'CHARITY_EDIT',
    sent: async ({ freshPayeeChange }) => ({ params: await freshPayeeChange(), body: decisionNote }),
  }),
  example(listBankDetails, {
    needs: 'SUPER_DASHBOARD_VIEW',
    sent: ({ charityId }) => ({ params: { charityId } }),
    isUnknownElsewhere: true,
  }),
  example(proposeBankDetails, {
    needs: 'CHARITY_EDIT',
    sent: async ({ charityId, withoutBankDetails, currency }) => {
      await withoutBankDetails()
      return { params: { charityId }, body: command(bankFieldsOf(currency)) }
    },
    isUnknownElsewhere: true,
  }),
  example(confirmBankDetails, {
    needs: 'CHARITY_EDIT',
    sent: async ({ charityId, freshBankDetails }) => ({
      params: { charityId, detailsId: await freshBankDetails() },
      body: command({ note: 'Called on the number of their report' }),
    }),
  }),
  example(declineBankDetails, {
    needs: 'CHARITY_EDIT',
    sent: async ({ charityId, freshBankDetails }) => ({
      params: { charityId, detailsId: await freshBankDetails() },
      body: command({ note: 'Nobody knew of it' }),
    }),
  }),
  example(listProposalsToDecide, {
    needs: 'SUPER_DASHBOARD_VIEW',
    sent: async about => {
      await about.freshProposal()
      return {}
    },
    contains: name,
  }),
  example(uploadCharityLogo, {
    needs: 'CHARITY_EDIT',
    isUnknownElsewhere: true,
    sent: async about => ({
      params: { charityId: about.charityId },
      query: { revision: String(await about.profileRevision()) },
      upload: pngOf(8, 8),
    }),
    contains: () => '/charity-logos/',
  }),
  example(removeCharityLogo, {
    needs: 'CHARITY_EDIT',
    isUnknownElsewhere: true,
    sent: async about => ({
      params: { charityId: about.charityId },
      body: command({ revision: await about.profileRevision() }),
    }),
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
  example(proposeVetting, {
    needs: 'CHARITY_EDIT',
    sent: () => ({ body: command(vettingFieldsOf(new Date())) }),
    contains: () => 'XX-ALM-',
  }),
  example(addVettingPaper, {
    needs: 'CHARITY_EDIT',
    sent: async about => ({
      params: { vettingId: await about.freshVetting() },
      query: { name: 'Letter.png' },
      upload: pngOf(4, 3),
    }),
    contains: () => 'Letter.png',
  }),
  example(downloadVettingPaper, {
    needs: 'SUPER_DASHBOARD_VIEW',
    sent: async about => ({ params: await about.paperToRead() }),
    contains: () => '/documents/vettings/',
  }),
  example(confirmVetting, {
    needs: 'CHARITY_EDIT',
    sent: async about => ({
      params: { vettingId: (await about.vettingWithPaper()).vettingId },
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
  example(addProposalPaper, {
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
