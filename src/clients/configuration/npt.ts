import type { Client } from '../client.ts'
import { logo } from '../logos/npt.ts'

export const npt = {
  name: 'npt',
  kind: 'trust',
  realm: 'npt',
  book: { name: 'npt', currency: 'USD' },
  secondaryBook: null,

  displayName: 'NPT Giving',
  tagline: 'Donor-advised funds for a lifetime of giving',
  locale: 'en-US',
  timeZone: 'America/New_York',
  defaultPhoneCountry: 'US',
  support: {
    phone: '+1 215 555 0100',
    email: 'support@npt.example',
    address: ['100 Meetinghouse Square', 'Philadelphia, PA 19100'],
    hours: 'Monday to Friday, 9 a.m. to 5 p.m. Eastern time',
  },
  securityContact: 'mailto:security@npt.example',
  footer: {
    disclaimer:
      'NPT Giving is the sponsoring organization of the donor-advised funds shown here. Contributions are irrevocable. Grants are recommendations; the sponsor makes the final decision.',
    resources: [
      { title: 'Donor-advised fund report', href: 'https://www.npt.example/donor-advised-fund-report' },
      { title: 'Giving statistics', href: 'https://www.npt.example/giving-statistics' },
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
  visitorHome: 'motif',
  givingGuide: { kind: 'page' },
  opening: { kind: 'form' },
  resourcesFor: 'everyone',

  showsClosedStatus: true,
  currencyRestricted: false,
  excludedAssetsPopover: true,
  relationshipListLeavesOut: ['charitable_beneficiary', 'successor'],
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
    routingNumber: '099990011',
    bankName: 'First Harbor Bank',
    companyId: '1999000001',
    accountNumber: '0000100000',
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
