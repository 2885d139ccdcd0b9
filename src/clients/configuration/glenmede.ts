import type { Client } from '../client.ts'
import { logo } from '../logos/glenmede.ts'

export const glenmede = {
  name: 'glenmede',
  kind: 'bank',
  realm: 'glenmede',
  book: { name: 'glenmede', currency: 'USD' },
  secondaryBook: null,

  displayName: 'Glenmede Giving',
  tagline: 'Giving that lasts',
  locale: 'en-US',
  timeZone: 'America/New_York',
  defaultPhoneCountry: 'US',
  support: {
    phone: '+1 267 555 0162',
    email: 'giving@glenmede.example',
    address: ['7 Millrace Walk', 'Wilmington, DE 19800'],
    hours: 'Monday to Friday, 9 a.m. to 5 p.m. Eastern time',
  },
  securityContact: 'mailto:security@glenmede.example',
  footer: {
    disclaimer:
      'The funds shown here are held by the sponsoring organization that Glenmede Giving works with. Contributions are irrevocable. Grants are recommendations; the sponsor makes the final decision.',
    resources: [
      { title: 'Donor-advised fund report', href: 'https://www.glenmede.example/donor-advised-fund-report' },
      { title: 'Giving statistics', href: 'https://www.glenmede.example/giving-statistics' },
    ],
  },

  menu: 'top-bar',
  logo,
  logoWidthDesktopPx: 610,
  logoWidthMobilePx: 60,
  dashboardSubNavigation: [
    { title: 'Recommend a Grant', path: '/recommend-a-grant' },
    { title: 'Open a New Account', path: '/new-account-opening' },
  ],
  visitorHome: 'motif',
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
  overBalance: 'wait-for-funds',
  grantDays: { decision: 5, payment: 10 },
  payments: {
    format: 'nacha',
    cheques: true,
    cutoff: '15:00',
    routingNumber: '099990037',
    bankName: 'Schuylkill Bank',
    companyId: '1999000003',
    accountNumber: '0000300000',
  },
  dualControlFromMinor: 25_000_00n,
  stepUpFromMinor: 100_000_00n,
  inSecondaryBook: null,

  profileUpdates: true,
  mapsEmailToSsoId: false,
  twoPersonPublishing: false,
  botCheck: { service: 'altcha' },
  identityProviders: [{ kind: 'embedded' }],
  secondFactor: 'staff',
} as const satisfies Client
