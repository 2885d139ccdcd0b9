import type { Client, PaymentSettings } from './client.ts'
import { staffSets } from './staff-sets.ts'

// The settings that clients share. A configuration spreads one of the four bases at the end of this file, and says only what
// is its own. Where one value is safer than another, the base has the safer one.

const everyClient = {
  secondaryBook: null,

  menu: 'full',
  logoWidthDesktopPx: 610,
  logoWidthMobilePx: 60,
  dashboardSubNavigation: [
    { title: 'Recommend a Grant', path: '/recommend-a-grant' },
    { title: 'Open a New Account', path: '/new-account-opening' },
  ],
  home: {
    arrangement: 'editorial',
    picture: null,
    headline: 'A simpler way to give',
    introduction:
      'Keep what you give in one fund. Add to it when it suits you, and recommend grants when you are ready.',
    uses: [
      { title: 'Check your balance', text: 'See what is available, and how your balance has changed.' },
      { title: 'Recommend a grant', text: 'Find a charity and recommend a grant in just a few minutes.' },
      { title: 'Track your grants', text: 'See the status of each grant and what happens next.' },
    ],
    greeting: 'Here is your fund today.',
  },
  givingGuide: { kind: 'page' },
  opening: { kind: 'form' },
  resourcesFor: 'permission',

  currencyRestricted: false,
  excludedAssetsPopover: true,
  relationshipListLeavesOut: [],
  relationshipChanges: 'confirm',
  legacyPlanShown: true,
  legacyPlanEditableOnline: true,
  redirectOnSingleDocument: true,

  maxAmountMinor: 1_000_000_000_00n,
  wholeUnitsOnly: true,
  overBalance: 'block',
  grantDays: { decision: 5, payment: 10 },
  inSecondaryBook: null,
  asksDueDiligence: false,
  bankAccounts: [],
  feeSchedules: [],
  generalLedger: null,
  accountingMethod: 'cash',
  statementsAfterClose: false,
  inactiveFunds: null,

  profileUpdates: true,
  mapsEmailToSsoId: false,
  twoPersonPublishing: true,
  botCheck: { service: 'altcha' },
  identityProviders: [{ kind: 'embedded' }],
  secondFactor: 'everyone',
  staffSets,
  // Who recommended a grant does not approve it, and who made a run does not approve it; nobody confirms a right of their own.
  smallestTeam: {
    GRANT_APPROVE: 2,
    GRANT_PAY: 2,
    BANK_DETAILS_CONFIRM: 2,
    POSTING_CREATE: 2,
    USER_MANAGE: 2,
  },
} as const satisfies Partial<Client>

const inUs = {
  locale: 'en-US',
  timeZone: 'America/New_York',
  taxYearStartsOn: '01-01',
  fiscalYearStartsOn: '07-01',
  yearEndReturn: 'form-990',
  defaultPhoneCountry: 'US',
  showsClosedStatus: true,
  sanctionsLists: ['ofac'],
} as const satisfies Partial<Client>

const inUk = {
  locale: 'en-GB',
  timeZone: 'Europe/London',
  taxYearStartsOn: '04-06',
  fiscalYearStartsOn: '04-01',
  yearEndReturn: 'sorp',
  defaultPhoneCountry: 'GB',
  showsClosedStatus: false,
  sanctionsLists: ['uk'],
} as const satisfies Partial<Client>

/** Grants of a trust's book in US dollars to charities of the United States: also those of a secondary book. */
export const dollarGrants = {
  charityRegisters: ['irs-bmf', 'vetted-us'],
  defaultSuccessorFundId: null,
  minimumGrantMinor: 250_00n,
  dualControlFromMinor: 25_000_00n,
  stepUpFromMinor: 100_000_00n,
  asksDueDiligence: false,
} as const satisfies Client['inSecondaryBook']

/** Grants of a trust's book in pounds sterling to charities of the United Kingdom. */
const sterlingGrants = {
  charityRegisters: ['uk', 'vetted-uk'],
  defaultSuccessorFundId: null,
  minimumGrantMinor: 100_00n,
  dualControlFromMinor: 20_000_00n,
  stepUpFromMinor: 75_000_00n,
  asksDueDiligence: false,
} as const satisfies Client['inSecondaryBook']

const ofBank = { kind: 'bank', minimumGrantMinor: 500_00n } as const satisfies Partial<Client>

/** How a book in the United States pays; its account is the client's own. */
export const achPayments = {
  format: 'nacha',
  cheques: true,
  positivePay: 'first-american',
  cutoff: '15:00',
  csv: null,
} as const satisfies Partial<PaymentSettings>

/** When the phone is answered, by the office's time. */
export const easternHours = 'Monday to Friday, 9 a.m. to 5 p.m. Eastern time'
export const britishHours = 'Monday to Friday, 9 am to 5.30 pm, except bank holidays'

/** The disclaimer of a bank that shows the funds of another sponsor, by the client's `displayName`. */
export const bankDisclaimer = (displayName: string): string =>
  `The funds shown here are held by the sponsoring organization that ${displayName} works with. Contributions are irrevocable. Grants are recommendations; the sponsor makes the final decision.`
export const britishDisclaimer =
  'The funds shown here are held by the sponsoring charity. Contributions cannot be returned. Grants are recommendations; the trustees make the final decision.'

/** The reports on the client's own site, such as `https://www.npt.example`. */
export const reportsAt = (site: string): Client['footer']['resources'] => [
  { title: 'Donor-advised fund report', href: `${site}/donor-advised-fund-report` },
  { title: 'Giving statistics', href: `${site}/giving-statistics` },
]

export const usTrust = { ...everyClient, ...inUs, ...dollarGrants, kind: 'trust' } as const

export const usBank = { ...everyClient, ...inUs, ...dollarGrants, ...ofBank } as const

export const ukTrust = {
  ...everyClient,
  ...inUk,
  ...sterlingGrants,
  kind: 'trust',
  opening: { kind: 'pdf', href: '/guides/account-opening-guide.pdf' },
} as const satisfies Partial<Client>

export const ukBank = {
  ...everyClient,
  ...inUk,
  ...sterlingGrants,
  ...ofBank,
  dashboardSubNavigation: [],
  legacyPlanEditableOnline: false,
  redirectOnSingleDocument: false,
} as const satisfies Partial<Client>
