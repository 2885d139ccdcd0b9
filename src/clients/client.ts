import type { AccountRole } from '../domain/account-roles.ts'
import type { GeneralLedger } from '../domain/general-ledger.ts'
import type { Logo } from '../domain/logo.ts'
import type { Currency } from '../domain/money.ts'
import type { PositivePayLayout } from '../domain/positive-pay.ts'
import type { AccountingMethod, YearEndReturn } from '../domain/year-end.ts'
import type { FeeSchedule } from './fee-schedules.ts'
import type { StaffSet } from './staff-sets.ts'

export type Book = { name: string; currency: Currency }

/** The registers of charities, and the organizations on no register that the realm's own staff have vetted (§13). */
export type CharityRegister = 'irs-bmf' | 'uk' | 'vetted-us' | 'vetted-uk'
/** Lists of names that may not be paid: OFAC’s SDN and consolidated lists, and the UK Sanctions List (§13). */
export type SanctionsList = 'ofac' | 'uk'

/**
 * The configuration of one client: every way in which it differs from another (§1, §2.3, §2.4, §4, §5, §15). A setting is
 * named for what it does; no other code compares clients by name. docs/clients.md explains each setting.
 */
export type Client = {
  name: string
  kind: 'trust' | 'bank'
  /** The realm: the set of people who can log in. */
  realm: string
  book: Book
  /** The book in the other currency, for the currency toggle; null: no toggle. */
  secondaryBook: Book | null

  // Language and place
  displayName: string
  tagline: string
  locale: 'en-US' | 'en-GB'
  /** IANA time zone name; postings are dated in it. */
  timeZone: string
  /** The first day of the country's tax year as `MM-DD`, `04-06` in the United Kingdom. */
  taxYearStartsOn: string
  /** The first day of the sponsor's fiscal year as `MM-DD`, `07-01`. Not February 29. */
  fiscalYearStartsOn: string
  /** ISO 3166 alpha-2, for phone numbers entered without a country. */
  defaultPhoneCountry: string
  /** `hours`: when the phone is answered, as text. */
  support: { phone: string; email: string; address: readonly string[]; hours: string }
  /** The organization that receives contributions, as receipts name it. */
  sponsor: Sponsor
  /** Where researchers report a weakness of the portal (RFC 9116): `mailto:…` or `https://…`. */
  securityContact: `mailto:${string}` | `https://${string}`
  footer: { disclaimer: string; resources: readonly { title: string; href: string }[] }

  // Header (§2.3)
  menu: 'full' | 'top-bar'
  /** Null: the client shows only its name. */
  logo: Logo | null
  logoWidthDesktopPx: number
  logoWidthMobilePx: number
  /** The sub-navigation of large screens; empty: none. */
  dashboardSubNavigation: readonly { title: string; path: string }[]
  home: HomeSettings
  givingGuide: { kind: 'page' } | { kind: 'link'; href: string }
  opening: { kind: 'form' } | { kind: 'pdf'; href: string }
  /** Who may open Forms/Resources: everyone, everyone logged in, or holders of RESOURCES_VIEW. */
  resourcesFor: 'everyone' | 'signed-in' | 'permission'

  // Accounts
  /** Whether ' (status)' follows the name of a closed or immobile account (§3, account name display rule). */
  showsClosedStatus: boolean
  /** Currency-restricted screens on /my-profile* and /account* except /account-documents (§2.1). */
  currencyRestricted: boolean
  excludedAssetsPopover: boolean
  relationshipListLeavesOut: readonly AccountRole[]
  /** Whether staff must confirm a new or former donor, joint donor or advisor before the change takes effect (§17). */
  relationshipChanges: 'confirm' | 'at-once'
  legacyPlanShown: boolean
  legacyPlanEditableOnline: boolean
  redirectOnSingleDocument: boolean

  // Grants (§13)
  charityRegisters: readonly CharityRegister[]
  sanctionsLists: readonly SanctionsList[]
  minimumGrantMinor: bigint
  /** The largest amount that can be entered anywhere; up to `maxStoredAmountMinor` (src/domain/money.ts). */
  maxAmountMinor: bigint
  /** The account ID of the fund that gets what no successor takes (§17); null: the book's general fund. */
  defaultSuccessorFundId: number | null
  wholeUnitsOnly: boolean
  overBalance: 'block' | 'wait-for-funds'
  /** Banking days within which staff decide about a grant, and within which an approved one is paid. */
  grantDays: { decision: number; payment: number }
  /** How the book of the client’s name pays grants; null for a client that only shows books of others. */
  payments: PaymentSettings | null
  /** The accounts of the book of the client’s name besides that from which it pays grants; their statements are read too. */
  bankAccounts: readonly BankAccountSettings[]
  /** The fees that the book of the client’s name charges its funds regularly; empty: only what staff enter by file. */
  feeSchedules: readonly FeeSchedule[]
  /** How the sponsor’s general ledger books what happens in the book of the client’s name; null: no journal is made. */
  generalLedger: GeneralLedger | null
  /** When the books of the sponsor count a grant of the book of the client’s name; the year end shows the other method beside it. */
  accountingMethod: AccountingMethod
  /** What the sponsor of the book of the client’s name reports at its year end. */
  yearEndReturn: YearEndReturn
  /** Whether the quarterly statements of the book of the client’s name wait until the last month of the quarter is closed. */
  statementsAfterClose: boolean
  /** Which funds of the book of the client’s name need attention, and the sponsor’s default grant; null: no list of them is kept. */
  inactiveFunds: InactiveFundSettings | null
  /** Where contributions to the book of the client’s name go; null for a client that only shows books of others. */
  contributionAccounts: ContributionAccounts | null
  /** From this amount on, the payer must not be the approver. */
  dualControlFromMinor: bigint
  /** From this amount on, recommending requires step-up. */
  stepUpFromMinor: bigint
  /** Settings that differ in the secondary book, whose currency and charities are another country's. */
  inSecondaryBook: Pick<
    Client,
    | 'charityRegisters'
    | 'defaultSuccessorFundId'
    | 'minimumGrantMinor'
    | 'dualControlFromMinor'
    | 'stepUpFromMinor'
    | 'asksDueDiligence'
  > | null

  /** Whether a grant is approved and paid only while the house has a valid record of due diligence about the charity (payments abroad). */
  asksDueDiligence: boolean

  // People
  profileUpdates: boolean
  mapsEmailToSsoId: boolean
  twoPersonPublishing: boolean
  /** The bot check of the contact form. */
  botCheck: BotCheck
  identityProviders: readonly IdentityProvider[]
  /**
   * Who must have a second factor beside the password (§11): everyone, holders of roles on the realm, or no one. Anyone may
   * add one. People who log in at another provider give their second factor there.
   */
  secondFactor: 'everyone' | 'staff' | 'offered'
  /** The named sets of permissions for the sponsor’s staff, by a name that rights store and that therefore never changes (§14). */
  staffSets: Readonly<Record<string, StaffSet>>
  /** How many people have to be able to do a step, so that one does not depend on another (§14). Clients of a realm have the same. */
  smallestTeam: SmallestTeam
}

/**
 * `number`: its tax or charity number, with what it is. `usStatus`: its status under the law of the United States, as a receipt says it
 * after the name; null for an organization that has none, whose receipts bear no words of that law.
 */
export type Sponsor = {
  legalName: string
  number: string
  address: readonly string[]
  usStatus: string | null
}

/** How Home is composed at a client, for visitors and members; docs/clients.md describes each. */
export type HomeArrangement = 'editorial' | 'statement' | 'concierge' | 'work' | 'card' | 'panorama'

/** Home (§2.1) as the client composes and words it. */
export type HomeSettings = {
  arrangement: HomeArrangement
  /** A drawing in src/clients/pictures, by its name without `.svg`. Null: the logo enlarged, and without a logo none. */
  picture: string | null
  /** What visitors read first, in the client's own words. */
  headline: string
  introduction: string
  /** What the portal is for, most common task first. */
  uses: readonly { title: string; text: string }[]
  /** What members read below their welcome. */
  greeting: string
}

/** By permission, such as `GRANT_PAY: 2`: two people who can pay grants. */
export type SmallestTeam = Readonly<Record<string, number>>

/**
 * How a book pays grants: by files for its bank, and by cheques or not. `positivePay`: the layout in which its bank is told which cheques were
 * issued; null where it is not told. The account is the sponsor’s own. `cutoff`: the local time until
 * which its bank takes files for the next banking day, `15:00`. `csv`: how its bank writes statements as comma-separated values; null for a
 * bank that sends none.
 */
export type PaymentSettings = {
  cheques: boolean
  positivePay: PositivePayLayout | null
  cutoff: string
  csv: CsvColumns | null
} & (
  | { format: 'nacha'; routingNumber: string; bankName: string; companyId: string; accountNumber: string }
  | { format: 'bacs18'; serviceUserNumber: string; sortCode: string; accountNumber: string }
  | { format: 'pain.001'; sortCode: string; accountNumber: string }
)

/** An account of a book at a bank. `name`: what staff call it. `bankCode`: its sort code or routing number. */
export type BankAccountSettings = {
  name: string
  bankCode: string
  accountNumber: string
  csv: CsvColumns | null
}

/** The charity that the sponsor's default grant goes to, and how many months after its last letter. */
export type DefaultGrantSettings = { charityId: string; termMonths: number }

/**
 * Which funds of a book need attention: those without a grant for `afterMonths`, and those whose whole balance is below
 * `smallBalanceMinor`. `defaultGrant`: null where the sponsor makes none.
 */
export type InactiveFundSettings = {
  afterMonths: number
  smallBalanceMinor: bigint
  defaultGrant: DefaultGrantSettings | null
}

/**
 * The sponsor's accounts for what donors give: at a bank, by its routing number or sort code, and at a custodian, by its participant number
 * in the country's system of settlement, DTC or CREST. `custody`: null where the sponsor takes no securities.
 */
export type ContributionAccounts = {
  bank: { bankName: string; bankCode: string; accountNumber: string }
  custody: { system: 'dtc' | 'crest'; custodian: string; participant: string; accountNumber: string } | null
}

/**
 * How a bank writes the statement of an account as comma-separated values: the headings of its columns, in any order and case. The amount
 * stands in one column with its sign, or in one for each side.
 */
export type CsvColumns = {
  date: string
  /** The order of day, month and year. */
  dateOrder: 'ymd' | 'dmy' | 'mdy'
  amount: { signed: string } | { credit: string; debit: string }
  text: string
  /** The bank’s own reference of an entry, the counterparty, and the balance after it; null for a bank that does not write it. */
  reference: string | null
  counterparty: string | null
  balance: string | null
}

/**
 * The portal's own check by the ALTCHA protocol, or an external service, which then sees each visitor who sends a message.
 * `secretName` names an environment variable (docs/operate.md).
 */
export type BotCheck =
  | { service: 'altcha' }
  | { service: 'turnstile' | 'hcaptcha' | 'recaptcha'; siteKey: string; secretName: string }

/**
 * Where people log in: at the portal's embedded provider or at one of the bank's (docs/operate.md). The visitor chooses among
 * several. Settings that end in `Name` name an environment variable, never the secret itself.
 */
export type IdentityProvider = { kind: 'embedded' } | OpenIdProvider | SamlProvider

type ExternalProvider = {
  /** Lower-case letters, digits and hyphens, used in addresses and records: `staff`. Changing it changes what the bank registered. */
  name: string
  /** The label where visitors choose a provider: `Glenmede staff`. */
  title: string
  issuer: string
  /** Whether the provider must ask for credentials at every login, instead of reusing its own session. */
  forceReauthentication: boolean
}

export type OpenIdProvider = ExternalProvider & {
  kind: 'openid'
  clientId: string
  clientSecretName: string
  /** Scopes beside `openid` that the claim below needs: `email`, `profile`. */
  scopes: readonly string[]
  /** How a subject's first login finds the person: by a claim that is the user ID, or by an e-mail that the provider verified. */
  linkBy: { to: 'ssoId'; claim: string } | { to: 'verified-email' }
}

export type SamlProvider = ExternalProvider & {
  kind: 'saml'
  /** The address of its HTTP-Redirect binding. */
  entryPoint: string
  /** PEM certificates or public keys that verify its assertions. */
  certificateName: string
  /** The PEM key and certificate that sign our requests; null: they are not signed. */
  requestSigning: { keyName: string; certificateName: string } | null
  /** How a NameID's first login finds the person: the NameID or an attribute is the user ID. SAML has no verified e-mail. */
  linkBy: { to: 'ssoId'; claim: 'NameID' | (string & {}) }
}
