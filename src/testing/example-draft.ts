import {
  type ApplicationDraft,
  type DonorDraft,
  emptyDonor,
  emptyDraft,
} from '../features/account-opening/domain/draft.ts'

/** A donor whose details are complete. */
export const exampleDonor: DonorDraft = {
  ...emptyDonor('US'),
  firstName: 'Ada',
  lastName: 'Finch',
  email: 'ada.finch@example.org',
  birthDate: '1970-02-03',
  address1: '12 Orchard Lane',
  city: 'Philadelphia',
  state: 'PA',
  postalCode: '19103',
  phone: '215 555 0142',
}

/** A complete application, for tests. */
export const completeDraft: ApplicationDraft = {
  ...emptyDraft('US'),
  account: { accountName: 'Finch Family Fund', type: 'individual', organizationLegalName: '', purpose: '' },
  donors: [exampleDonor],
  advisor: { has: 'no', firstName: '', lastName: '', email: '' },
  contribution: {
    kind: 'cash',
    amountMinor: '2500000',
    assets: [{ ticker: '', description: '', quantity: '' }],
  },
}
