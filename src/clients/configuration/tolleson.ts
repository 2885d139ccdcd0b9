import type { Client } from '../client.ts'
import { logo } from '../logos/tolleson.ts'

export const tolleson = {
  name: 'tolleson',
  kind: 'bank',
  realm: 'tolleson',
  book: { name: 'tolleson', currency: 'USD' },
  secondaryBook: null,

  displayName: 'Tolleson Giving',
  tagline: 'Families that give together',
  locale: 'en-US',
  timeZone: 'America/Chicago',
  defaultPhoneCountry: 'US',
  support: {
    phone: '+1 469 555 0173',
    email: 'giving@tolleson.example',
    address: ['1900 Red Clay Avenue', 'Dallas, TX 75200'],
    hours: 'Monday to Friday, 8:30 a.m. to 5 p.m. Central time',
  },
  securityContact: 'mailto:security@tolleson.example',
  footer: {
    disclaimer:
      'The funds shown here are held by the sponsoring organization that Tolleson Giving works with. Contributions are irrevocable. Grants are recommendations; the sponsor makes the final decision.',
    resources: [
      { title: 'Donor-advised fund report', href: 'https://www.tolleson.example/donor-advised-fund-report' },
      { title: 'Giving statistics', href: 'https://www.tolleson.example/giving-statistics' },
    ],
  },

  menu: 'top-bar',
  logo,
  logoWidthDesktopPx: 610,
  logoWidthMobilePx: 60,
  dashboardSubNavigation: [{ title: 'Recommend a Grant', path: '/recommend-a-grant' }],
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
  redirectOnSingleDocument: false,

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
    routingNumber: '099990040',
    bankName: 'Lone Star Bank',
    companyId: '1999000004',
    accountNumber: '0000400000',
  },
  dualControlFromMinor: 20_000_00n,
  stepUpFromMinor: 75_000_00n,
  inSecondaryBook: null,

  profileUpdates: true,
  mapsEmailToSsoId: false,
  twoPersonPublishing: false,
  botCheck: { service: 'altcha' },
  identityProviders: [{ kind: 'embedded' }],
  secondFactor: 'everyone',
} as const satisfies Client
