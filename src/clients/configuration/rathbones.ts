import type { Client } from '../client.ts'
import { logo } from '../logos/rathbones.ts'

export const rathbones = {
  name: 'rathbones',
  kind: 'bank',
  realm: 'rathbones',
  book: { name: 'rathbones', currency: 'GBP' },
  secondaryBook: null,

  displayName: 'Rathbones Giving',
  tagline: 'Your charitable funds, carefully managed',
  locale: 'en-GB',
  timeZone: 'Europe/London',
  defaultPhoneCountry: 'GB',
  support: {
    phone: '+44 20 7946 0555',
    email: 'giving@rathbones.example',
    address: ['8 Candlewick Row', 'London EC4N 0XX'],
    hours: 'Monday to Friday, 9 am to 5.30 pm, except bank holidays',
  },
  securityContact: 'mailto:security@rathbones.example',
  footer: {
    disclaimer:
      'The funds shown here are held by the sponsoring charity. Contributions cannot be returned. Grants are recommendations; the trustees make the final decision.',
    resources: [
      { title: 'Donor-advised fund report', href: 'https://www.rathbones.example/donor-advised-fund-report' },
      { title: 'Giving statistics', href: 'https://www.rathbones.example/giving-statistics' },
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
  excludedAssetsPopover: true,
  relationshipListLeavesOut: [],
  relationshipChanges: 'confirm',
  legacyPlanShown: true,
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
    sortCode: '000002',
    accountNumber: '00000002',
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
