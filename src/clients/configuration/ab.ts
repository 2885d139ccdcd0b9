import type { Client } from '../client.ts'
import { logo } from '../logos/ab.ts'

export const ab = {
  name: 'ab',
  kind: 'bank',
  realm: 'ab',
  book: { name: 'ab', currency: 'USD' },
  secondaryBook: null,

  displayName: 'AB Giving',
  tagline: 'Give with purpose. See the difference',
  locale: 'en-US',
  timeZone: 'America/New_York',
  defaultPhoneCountry: 'US',
  support: {
    phone: '+1 615 555 0184',
    email: 'giving@ab.example',
    address: ['88 Foundry Street', 'Nashville, TN 37200'],
    hours: 'Monday to Friday, 9 a.m. to 5 p.m. Eastern time',
  },
  securityContact: 'mailto:security@ab.example',
  footer: {
    disclaimer:
      'The funds shown here are held by the sponsoring organization that AB Giving works with. Contributions are irrevocable. Grants are recommendations; the sponsor makes the final decision.',
    resources: [
      { title: 'Donor-advised fund report', href: 'https://www.ab.example/donor-advised-fund-report' },
      { title: 'Giving statistics', href: 'https://www.ab.example/giving-statistics' },
    ],
  },

  menu: 'full',
  logo,
  logoWidthDesktopPx: 610,
  logoWidthMobilePx: 70,
  dashboardSubNavigation: [
    { title: 'Advisor Dashboard', path: '/financial-advisor-dashboard' },
    { title: 'Recommend a Grant', path: '/recommend-a-grant' },
    { title: 'Open a New Account', path: '/new-account-opening' },
  ],
  visitorHome: 'facts',
  givingGuide: { kind: 'page' },
  opening: { kind: 'form' },
  resourcesFor: 'permission',

  showsClosedStatus: true,
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
  minimumGrantMinor: 500_00n,
  maxAmountMinor: 1_000_000_000_00n,
  wholeUnitsOnly: true,
  overBalance: 'block',
  grantDays: { decision: 5, payment: 10 },
  payments: {
    format: 'nacha',
    cheques: true,
    cutoff: '15:00',
    routingNumber: '099990053',
    bankName: 'Commodore Bank',
    companyId: '1999000005',
    accountNumber: '0000500000',
  },
  dualControlFromMinor: 25_000_00n,
  stepUpFromMinor: 100_000_00n,
  inSecondaryBook: null,

  profileUpdates: true,
  mapsEmailToSsoId: true,
  twoPersonPublishing: false,
  botCheck: { service: 'altcha' },
  identityProviders: [{ kind: 'embedded' }],
  secondFactor: 'staff',
} as const satisfies Client
