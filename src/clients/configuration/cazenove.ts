import type { Client } from '../client.ts'
import { logo } from '../logos/cazenove.ts'

export const cazenove = {
  name: 'cazenove',
  kind: 'bank',
  realm: 'cazenove',
  book: { name: 'cazenove', currency: 'GBP' },
  secondaryBook: null,

  displayName: 'Cazenove Giving',
  tagline: 'Your private charitable fund, made simple',
  locale: 'en-GB',
  timeZone: 'Europe/London',
  defaultPhoneCountry: 'GB',
  support: {
    phone: '+44 131 496 0555',
    email: 'giving@cazenove.example',
    address: ['3 Printers’ Close', 'Edinburgh EH1 0XX'],
    hours: 'Monday to Friday, 9 am to 5.30 pm, except bank holidays',
  },
  securityContact: 'mailto:security@cazenove.example',
  footer: {
    disclaimer:
      'The funds shown here are held by the sponsoring charity. Contributions cannot be returned. Grants are recommendations; the trustees make the final decision.',
    resources: [
      { title: 'Donor-advised fund report', href: 'https://www.cazenove.example/donor-advised-fund-report' },
      { title: 'Giving statistics', href: 'https://www.cazenove.example/giving-statistics' },
    ],
  },

  menu: 'full',
  logo,
  logoWidthDesktopPx: 610,
  logoWidthMobilePx: 60,
  dashboardSubNavigation: [],
  visitorHome: 'motif',
  givingGuide: { kind: 'page' },
  opening: { kind: 'form' },
  resourcesFor: 'permission',

  showsClosedStatus: false,
  currencyRestricted: false,
  excludedAssetsPopover: false,
  relationshipListLeavesOut: [],
  relationshipChanges: 'confirm',
  legacyPlanShown: false,
  legacyPlanEditableOnline: false,
  redirectOnSingleDocument: false,

  charityRegisters: ['uk', 'vetted-uk'],
  sanctionsLists: ['uk'],
  defaultSuccessorFundId: null,
  minimumGrantMinor: 500_00n,
  maxAmountMinor: 1_000_000_000_00n,
  wholeUnitsOnly: true,
  overBalance: 'block',
  grantDays: { decision: 5, payment: 10 },
  payments: {
    format: 'pain.001',
    cheques: false,
    cutoff: '15:00',
    sortCode: '000003',
    accountNumber: '00000003',
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
