import type { Client } from '../client.ts'
import { logo } from '../logos/nptuk.ts'

export const nptuk = {
  name: 'nptuk',
  kind: 'trust',
  realm: 'nptuk',
  book: { name: 'nptuk', currency: 'GBP' },
  secondaryBook: null,

  displayName: 'NPT UK Giving',
  tagline: 'Charitable funds for UK donors',
  locale: 'en-GB',
  timeZone: 'Europe/London',
  defaultPhoneCountry: 'GB',
  support: {
    phone: '+44 20 7946 0155',
    email: 'giving@nptuk.example',
    address: ['12 Acorn Yard', 'London WC1X 0XX'],
    hours: 'Monday to Friday, 9 am to 5.30 pm, except bank holidays',
  },
  securityContact: 'mailto:security@nptuk.example',
  footer: {
    disclaimer:
      'The funds shown here are held by the sponsoring charity. Contributions cannot be returned. Grants are recommendations; the trustees make the final decision.',
    resources: [
      { title: 'Donor-advised fund report', href: 'https://www.nptuk.example/donor-advised-fund-report' },
      { title: 'Giving statistics', href: 'https://www.nptuk.example/giving-statistics' },
    ],
  },

  menu: 'full',
  logo,
  logoWidthDesktopPx: 610,
  logoWidthMobilePx: 60,
  dashboardSubNavigation: [
    { title: 'Recommend a Grant', path: '/recommend-a-grant' },
    { title: 'Open a New Account', path: '/new-account-opening' },
  ],
  visitorHome: 'facts',
  givingGuide: { kind: 'page' },
  opening: { kind: 'pdf', href: '/guides/account-opening-guide.pdf' },
  resourcesFor: 'signed-in',

  showsClosedStatus: false,
  currencyRestricted: false,
  excludedAssetsPopover: true,
  relationshipListLeavesOut: [],
  relationshipChanges: 'confirm',
  legacyPlanShown: true,
  legacyPlanEditableOnline: true,
  redirectOnSingleDocument: true,

  charityRegisters: ['uk', 'vetted-uk'],
  sanctionsLists: ['uk'],
  defaultSuccessorFundId: null,
  minimumGrantMinor: 100_00n,
  maxAmountMinor: 1_000_000_000_00n,
  wholeUnitsOnly: true,
  overBalance: 'block',
  grantDays: { decision: 5, payment: 10 },
  payments: {
    format: 'bacs18',
    cheques: true,
    cutoff: '15:00',
    serviceUserNumber: '999901',
    sortCode: '000001',
    accountNumber: '00000001',
  },
  dualControlFromMinor: 20_000_00n,
  stepUpFromMinor: 75_000_00n,
  inSecondaryBook: null,

  profileUpdates: true,
  mapsEmailToSsoId: false,
  twoPersonPublishing: true,
  botCheck: { service: 'altcha' },
  identityProviders: [{ kind: 'embedded' }],
  secondFactor: 'everyone',
} as const satisfies Client
