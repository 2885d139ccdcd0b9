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
  listPayeesToConfirm,
  proposePayeeChange,
} from '../../../features/charity-profiles/payee-changes.contract.ts'
import {
  changeCharityProfile,
  getCharityProfile,
  removeCharityLogo,
  uploadCharityLogo,
} from '../../../features/charity-profiles/profiles.contract.ts'
import { pngOf } from '../../factories/make-file.ts'
import { command, type Example, example } from './example.ts'

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
  otherNames: '',
} as const

export const charityProfilesExamples: readonly Example[] = [
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
  example(listPayeesToConfirm, {
    needs: 'SUPER_DASHBOARD_VIEW',
    sent: async ({ freshPayeeChange }) => {
      await freshPayeeChange()
      return {}
    },
    contains: () => 'payee',
  }),
  example(proposePayeeChange, {
    needs: 'BANK_DETAILS_EDIT',
    sent: async ({ freshPayeeCharity }) => ({
      params: { charityId: await freshPayeeCharity() },
      body: command({ revision: 0, fields: payeeFields, reason: 'Their letter' }),
    }),
    isUnknownElsewhere: true,
  }),
  example(confirmPayeeChange, {
    needs: 'BANK_DETAILS_CONFIRM',
    sent: async ({ freshPayeeChange }) => ({ params: await freshPayeeChange(), body: decisionNote }),
  }),
  example(declinePayeeChange, {
    needs: ['BANK_DETAILS_EDIT', 'BANK_DETAILS_CONFIRM'],
    sent: async ({ freshPayeeChange }) => ({ params: await freshPayeeChange(), body: decisionNote }),
  }),
  example(listBankDetails, {
    needs: 'SUPER_DASHBOARD_VIEW',
    sent: ({ charityId }) => ({ params: { charityId } }),
    isUnknownElsewhere: true,
  }),
  example(proposeBankDetails, {
    needs: 'BANK_DETAILS_EDIT',
    sent: async ({ charityId, withoutBankDetails, currency }) => {
      await withoutBankDetails()
      return { params: { charityId }, body: command(bankFieldsOf(currency)) }
    },
    isUnknownElsewhere: true,
  }),
  example(confirmBankDetails, {
    needs: 'BANK_DETAILS_CONFIRM',
    sent: async ({ charityId, freshBankDetails }) => ({
      params: { charityId, detailsId: await freshBankDetails() },
      body: command({ note: 'Called on the number of their report' }),
    }),
  }),
  example(declineBankDetails, {
    needs: ['BANK_DETAILS_EDIT', 'BANK_DETAILS_CONFIRM'],
    sent: async ({ charityId, freshBankDetails }) => ({
      params: { charityId, detailsId: await freshBankDetails() },
      body: command({ note: 'Nobody knew of it' }),
    }),
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
]
