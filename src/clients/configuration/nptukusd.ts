import type { Client } from '../client.ts'
import { logo } from '../logos/nptukusd.ts'

export const nptukusd = {
  name: 'nptukusd',
  kind: 'trust',
  realm: 'nptuk',
  book: { name: 'nptukusd', currency: 'USD' },
  secondaryBook: null,

  displayName: 'NPT UK Dollar Giving',
  tagline: 'US dollar giving from the UK',
  locale: 'en-GB',
  timeZone: 'Europe/London',
  defaultPhoneCountry: 'GB',
  support: {
    phone: '+44 20 7946 0255',
    email: 'giving@nptukusd.example',
    address: ['12 Acorn Yard', 'London WC1X 0XX'],
    hours: 'Monday to Friday, 9 am to 5.30 pm, except bank holidays',
  },
  securityContact: 'mailto:security@nptukusd.example',
  footer: {
    disclaimer:
      'The funds shown here are held by the sponsoring charity. Contributions cannot be returned. Grants are recommendations; the trustees make the final decision.',
    resources: [
      { title: 'Donor-advised fund report', href: 'https://www.nptukusd.example/donor-advised-fund-report' },
      { title: 'Giving statistics', href: 'https://www.nptukusd.example/giving-statistics' },
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
  resourcesFor: 'permission',

  showsClosedStatus: false,
  currencyRestricted: false,
  excludedAssetsPopover: true,
  relationshipListLeavesOut: [],
  relationshipChanges: 'confirm',
  legacyPlanShown: true,
  legacyPlanEditableOnline: true,
  redirectOnSingleDocument: true,

  charityRegisters: ['irs-bmf', 'vetted-us'],
  sanctionsLists: ['ofac'],
  defaultSuccessorFundId: null,
  minimumGrantMinor: 250_00n,
  maxAmountMinor: 1_000_000_000_00n,
  wholeUnitsOnly: true,
  overBalance: 'block',
  grantDays: { decision: 5, payment: 10 },
  payments: {
    format: 'nacha',
    cheques: true,
    cutoff: '15:00',
    routingNumber: '099990066',
    bankName: 'First Harbor Bank',
    companyId: '1999000006',
    accountNumber: '0000600000',
  },
  dualControlFromMinor: 25_000_00n,
  stepUpFromMinor: 100_000_00n,
  inSecondaryBook: null,

  profileUpdates: true,
  mapsEmailToSsoId: false,
  twoPersonPublishing: true,
  botCheck: { service: 'altcha' },
  identityProviders: [{ kind: 'embedded' }],
  secondFactor: 'everyone',
} as const satisfies Client
