import type { Currency } from '../domain/money.ts'

/** Relationship codes on one fund account (open-points 3). */
export const accountRoles = [
  'donor',
  'joint_donor',
  'viewer',
  'primary_advisor',
  'banker',
  'service_team',
  'successor',
  'charitable_beneficiary',
] as const
export type AccountRole = (typeof accountRoles)[number]

export type Book = { name: string; currency: Currency }

/** A registry of charities, and a list of names that may not be paid. */
export type CharityRegister = 'irs-bmf' | 'uk'
export type SanctionsList = 'ofac' | 'uk'

/**
 * One client's house: every way in which it differs from another (§1, §2.3, §2.4, §4, §5, open-points 2). A switch is
 * named for what it does; nothing else in the program asks for a client by name. docs/clients.md explains each.
 */
export type Client = {
  name: string
  kind: 'trust' | 'bank'
  /** The set of people who can sign in. */
  realm: string
  book: Book
  /** The book in the other currency, which the currency toggle reaches; null: no toggle. */
  secondaryBook: Book | null

  // How it speaks and where it is
  displayName: string
  tagline: string
  locale: 'en-US' | 'en-GB'
  /** IANA name; the sponsor's day is what a posting bears. */
  timeZone: string
  /** ISO 3166 alpha-2, for phone numbers entered without a country. */
  defaultPhoneCountry: string
  /** `hours`: when somebody answers the phone, in words. */
  support: { phone: string; email: string; address: readonly string[]; hours: string }
  footer: { disclaimer: string; resources: readonly { title: string; href: string }[] }

  // Header (§2.3)
  menu: 'full' | 'top-bar'
  logoWidthDesktopPx: number
  logoWidthMobilePx: number
  /** Pages of the sub-navigation that large screens show; empty: none. */
  dashboardSubNavigation: readonly { title: string; path: string }[]
  givingGuide: { kind: 'page' } | { kind: 'link'; href: string }
  opening: { kind: 'form' } | { kind: 'pdf'; href: string }
  /** Who reaches Forms/Resources: everybody, everybody signed in, or holders of RESOURCES_VIEW. */
  resourcesFor: 'everybody' | 'signed-in' | 'permission'

  // Accounts
  /** Whether ' (status)' follows the name of a closed or immobile account (§3, account name display rule). */
  showsClosedStatus: boolean
  /** Currency-restricted screens on /my-profile* and /account* except /account-documents (§2.1). */
  currencyRestricted: boolean
  excludedAssetsPopover: boolean
  relationshipListLeavesOut: readonly AccountRole[]
  legacyPlanShown: boolean
  legacyPlanEditableOnline: boolean
  redirectOnSingleDocument: boolean

  // Grants (open-points 6)
  charityRegisters: readonly CharityRegister[]
  sanctionsLists: readonly SanctionsList[]
  minimumGrantMinor: bigint
  wholeUnitsOnly: boolean
  overBalance: 'block' | 'wait-for-funds'
  /** From this amount on, whoever pays is not who approved. */
  dualControlFromMinor: bigint
  /** From this amount on, recommending asks for the second factor again. */
  stepUpFromMinor: bigint
  /** What of all this is otherwise in the secondary book, whose currency and charities are another country's; null: nothing. */
  inSecondaryBook: Pick<
    Client,
    'charityRegisters' | 'minimumGrantMinor' | 'dualControlFromMinor' | 'stepUpFromMinor'
  > | null

  // People
  profileUpdates: boolean
  mapsEmailToSsoId: boolean
  twoPersonPublishing: boolean
  /** What tells visitors who write to the house from programs. */
  botCheck: BotCheck
  identityProviders: readonly IdentityProvider[]
  /**
   * Who must have a second factor beside the password (open-points 8): everybody, holders of roles on the realm, or
   * nobody, who can have one all the same. A person of whom another provider vouches has given theirs there.
   */
  secondFactor: 'everybody' | 'staff' | 'offered'
}

/**
 * The portal's own check by ALTCHA's protocol, or another house's service, which then learns of each visitor who writes. `secretName`
 * names a setting of the environment (docs/operate.md).
 */
export type BotCheck =
  | { service: 'altcha' }
  | { service: 'turnstile' | 'hcaptcha' | 'recaptcha'; siteKey: string; secretName: string }

/**
 * Where people sign in: at the portal's own embedded provider, or at one of the bank's (docs/operate.md). Of several, the
 * visitor chooses. What ends in `Name` names a setting of the environment, never the secret itself.
 */
export type IdentityProvider = { kind: 'embedded' } | OpenIdProvider | SamlProvider

type ExternalProvider = {
  /** A word of small letters, digits and hyphens, in addresses and records: `staff`. Changing it changes what the bank registered. */
  name: string
  /** What the visitor reads who has to choose: `Glenmede staff`. */
  title: string
  issuer: string
  /** Whether the provider is to ask for its password or factor at every sign-in, instead of letting in who is signed in there. */
  forceReauthentication: boolean
}

export type OpenIdProvider = ExternalProvider & {
  kind: 'openid'
  clientId: string
  clientSecretName: string
  /** Beside `openid`, where the claim below needs one: `email`, `profile`. */
  scopes: readonly string[]
  /** Whom a subject means at their first sign-in: by a claim that is the user id, or by an e-mail that the provider has verified. */
  linkBy: { to: 'ssoId'; claim: string } | { to: 'verified-email' }
}

export type SamlProvider = ExternalProvider & {
  kind: 'saml'
  /** Where its HTTP-Redirect binding is. */
  entryPoint: string
  /** One or more certificates or public keys, PEM, of what signs its assertions. */
  certificateName: string
  /** What signs our requests, both PEM; null: they are not signed. */
  requestSigning: { keyName: string; certificateName: string } | null
  /** Whom a NameID means at their first sign-in: by it or an attribute, which is the user id. SAML knows no verified e-mail. */
  linkBy: { to: 'ssoId'; claim: 'NameID' | (string & {}) }
}
