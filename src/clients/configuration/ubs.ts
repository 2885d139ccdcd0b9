import type { Client } from '../client.ts'
import { logo } from '../logos/ubs.ts'

export const ubs = {
  name: 'ubs',
  kind: 'bank',
  realm: 'ubs',
  book: { name: 'ubs', currency: 'USD' },
  secondaryBook: null,

  displayName: 'UBS Giving',
  tagline: 'Philanthropy made simple',
  locale: 'en-US',
  timeZone: 'America/New_York',
  defaultPhoneCountry: 'US',
  support: {
    phone: '+1 212 555 0141',
    email: 'giving@ubs.example',
    address: ['40 Ropewalk Place', 'New York, NY 10000'],
    hours: 'Monday to Friday, 9 a.m. to 5 p.m. Eastern time',
  },
  securityContact: 'mailto:security@ubs.example',
  footer: {
    disclaimer:
      'The funds shown here are held by the sponsoring organization that UBS Giving works with. Contributions are irrevocable. Grants are recommendations; the sponsor makes the final decision.',
    resources: [
      { title: 'Donor-advised fund report', href: 'https://www.ubs.example/donor-advised-fund-report' },
      { title: 'Giving statistics', href: 'https://www.ubs.example/giving-statistics' },
    ],
  },

  menu: 'top-bar',
  logo,
  logoWidthDesktopPx: 610,
  logoWidthMobilePx: 60,
  dashboardSubNavigation: [
    { title: 'Advisor Dashboard', path: '/financial-advisor-dashboard' },
    { title: 'Open a New Account', path: '/new-account-opening' },
  ],
  visitorHome: 'facts',
  givingGuide: { kind: 'link', href: '/guides/giving-guide.pdf' },
  opening: { kind: 'form' },
  resourcesFor: 'permission',

  showsClosedStatus: true,
  currencyRestricted: false,
  excludedAssetsPopover: true,
  relationshipListLeavesOut: ['charitable_beneficiary', 'successor', 'banker', 'service_team'],
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
    routingNumber: '099990024',
    bankName: 'Bank of the Bay',
    companyId: '1999000002',
    accountNumber: '0000200000',
  },
  dualControlFromMinor: 25_000_00n,
  stepUpFromMinor: 100_000_00n,
  inSecondaryBook: null,

  profileUpdates: false,
  mapsEmailToSsoId: false,
  twoPersonPublishing: true,
  botCheck: { service: 'altcha' },
  identityProviders: [{ kind: 'embedded' }],
  secondFactor: 'everyone',
} as const satisfies Client
