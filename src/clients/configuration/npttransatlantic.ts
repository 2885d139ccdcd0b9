import type { Client } from '../client.ts'
import { logo } from '../logos/npttransatlantic.ts'

export const npttransatlantic = {
  name: 'npttransatlantic',
  kind: 'trust',
  realm: 'nptuk',
  book: { name: 'nptuk', currency: 'GBP' },
  secondaryBook: { name: 'nptukusd', currency: 'USD' },

  displayName: 'NPT Transatlantic',
  tagline: 'One family, two countries, two currencies',
  locale: 'en-GB',
  timeZone: 'Europe/London',
  defaultPhoneCountry: 'GB',
  support: {
    phone: '+44 20 7946 0355',
    email: 'giving@npttransatlantic.example',
    address: ['12 Acorn Yard', 'London WC1X 0XX'],
    hours: 'Monday to Friday, 9 am to 5.30 pm, except bank holidays',
  },
  securityContact: 'mailto:security@npttransatlantic.example',
  footer: {
    disclaimer:
      'The funds shown here are held by the sponsoring charity. Contributions cannot be returned. Grants are recommendations; the trustees make the final decision.',
    resources: [
      {
        title: 'Donor-advised fund report',
        href: 'https://www.npttransatlantic.example/donor-advised-fund-report',
      },
      { title: 'Giving statistics', href: 'https://www.npttransatlantic.example/giving-statistics' },
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
  opening: { kind: 'pdf', href: '/guides/account-opening-guide.pdf' },
  resourcesFor: 'permission',

  showsClosedStatus: false,
  currencyRestricted: true,
  excludedAssetsPopover: true,
  relationshipListLeavesOut: [],
  relationshipChanges: 'confirm',
  legacyPlanShown: true,
  legacyPlanEditableOnline: true,
  redirectOnSingleDocument: true,

  charityRegisters: ['uk', 'vetted-uk'],
  sanctionsLists: ['ofac', 'uk'],
  defaultSuccessorFundId: null,
  minimumGrantMinor: 100_00n,
  maxAmountMinor: 1_000_000_000_00n,
  wholeUnitsOnly: true,
  overBalance: 'block',
  grantDays: { decision: 5, payment: 10 },
  payments: null,
  dualControlFromMinor: 20_000_00n,
  stepUpFromMinor: 75_000_00n,
  inSecondaryBook: {
    charityRegisters: ['irs-bmf', 'vetted-us'],
    defaultSuccessorFundId: null,
    minimumGrantMinor: 250_00n,
    dualControlFromMinor: 25_000_00n,
    stepUpFromMinor: 100_000_00n,
  },

  profileUpdates: true,
  mapsEmailToSsoId: false,
  twoPersonPublishing: true,
  botCheck: { service: 'altcha' },
  identityProviders: [{ kind: 'embedded' }],
  secondFactor: 'everyone',
} as const satisfies Client
