import { exampleAccount } from './account-overview.ts'

/** The replies of the server while a grant of $500 is recommended. */
export const fundId = 204318
export const charityId = 'US-EIN-231234567'

export const account = exampleAccount({ fundId })

export const charity = {
  charityId,
  name: 'HARBOR LIGHT FOOD BANK',
  taxId: '23-1234567',
  street: '9 QUAY ST',
  city: 'ERIE',
  state: 'PA',
  alsoKnownAs: null,
  cause: null,
  eligibility: { outcome: 'yes', sentence: 'A public charity.' },
  canBeSelected: true,
  website: null,
  candidUrl: null,
  logoUrl: null,
  profileLevel: null,
  comment: null,
  grossReceipts: null,
  totalAssets: null,
  defaultPaymentTypeCode: null,
  paysByEft: false,
  inCharityList: false,
  partyStatus: 'Active',
  partyGranteeStatus: 'Accepted',
  detailsWithheld: false,
  sharesNameWith: [],
}

export const grant = {
  grantId: '01a1f8a3-44cc-798e-904b-52ec9e9547c0',
  transactionId: '1046219',
  createdDate: '2026-11-20',
  charityId,
  charityName: charity.name,
  grantPurpose: 'Where it is needed most',
  amountMinor: '50000',
  returnedMinor: '0',
  transactionStatusCode: 1,
  outcome: null,
  state: 'Recommended',
  currency: 'USD',
  fundId,
  accountName: account.accountName,
  reviewState: null,
  purposeCode: 'where_needed',
  purposeText: null,
  namingCode: 'fund_and_donor',
  recommendedByName: 'Eleanor Whitcombe',
  advice: null,
  paidOn: null,
  paymentMethod: null,
  paymentReference: null,
  mayCancel: true,
  mayAnswer: false,
  next: null,
  steps: [],
}

/** The stored draft: it is saved while the person types. */
export const savedDraft = (
  address: string,
  { revision, content }: { revision: number; content: object },
) => ({
  draftId: address.split('/').at(-1),
  revision: revision + 1,
  startedByName: 'Eleanor Whitcombe',
  changedByName: 'Eleanor Whitcombe',
  changedAt: '2026-11-20T15:00:00.000Z',
  content,
})
