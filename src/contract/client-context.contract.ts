import * as z from 'zod/mini'
import type { Logo } from '../domain/logo.ts'
import { endpoint } from './endpoint.ts'
import { currency, isoDate } from './wire.ts'

/** A shape of a logo (src/domain/logo.ts). */
const shape = z.object({
  path: z.optional(z.string()),
  circle: z.optional(z.tuple([z.number(), z.number(), z.number()])),
  fill: z.optional(z.string()),
  line: z.optional(
    z.object({
      paint: z.string(),
      widthPx: z.number(),
      dashPx: z.optional(z.tuple([z.number(), z.number()])),
    }),
  ),
  isEvenOdd: z.optional(z.literal(true)),
  turns: z.optional(z.array(z.number())),
})

// Logo says more precisely that a shape is a path or a circle.
const logo = z.array(shape) as unknown as z.ZodMiniType<Logo, Logo>

/** A list that nothing changes, as a client's configuration has it. */
const list = <T>(item: z.ZodMiniType<T, T>): z.ZodMiniType<readonly T[], readonly T[]> => z.array(item)

/**
 * The client settings (src/clients/client.ts) that the browser gets as they are. This is their only list: the server picks them by it,
 * and the compiler compares their types with the client's.
 */
export const browserSettings = z.object({
  displayName: z.string(),
  tagline: z.string(),
  kind: z.enum(['trust', 'bank']),
  locale: z.enum(['en-US', 'en-GB']),
  /** The zone of all dates and times that the portal shows, such as `America/New_York` (§16). */
  timeZone: z.string(),
  taxYearStartsOn: z.string(),
  fiscalYearStartsOn: z.string(),
  menu: z.enum(['full', 'top-bar']),
  /** How Home is composed and worded (§2.1). */
  home: z.object({
    arrangement: z.enum(['editorial', 'statement', 'concierge', 'work', 'card', 'panorama']),
    picture: z.nullable(z.string()),
    headline: z.string(),
    introduction: z.string(),
    uses: list(z.object({ title: z.string(), text: z.string() })),
    greeting: z.string(),
  }),
  /** Null: the client shows only its name. */
  logo: z.nullable(logo),
  logoWidthDesktopPx: z.int(),
  logoWidthMobilePx: z.int(),
  dashboardSubNavigation: list(z.object({ title: z.string(), path: z.string() })),
  support: z.object({
    phone: z.string(),
    email: z.string(),
    address: list(z.string()),
    hours: z.string(),
  }),
  footer: z.object({
    disclaimer: z.string(),
    resources: list(z.object({ title: z.string(), href: z.string() })),
  }),
  showsClosedStatus: z.boolean(),
  /** Whether some screens do not offer the currency toggle (§2.1). */
  currencyRestricted: z.boolean(),
  excludedAssetsPopover: z.boolean(),
  profileUpdates: z.boolean(),
  /** Whether the legacy plan of an account exists for its people (§2.8). */
  legacyPlanShown: z.boolean(),
  resourcesFor: z.enum(['everyone', 'signed-in', 'permission']),
  opening: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('form') }),
    z.object({ kind: z.literal('pdf'), href: z.string() }),
  ]),
  givingGuide: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('page') }),
    z.object({ kind: z.literal('link'), href: z.string() }),
  ]),
  wholeUnitsOnly: z.boolean(),
  overBalance: z.enum(['block', 'wait-for-funds']),
  /** Banking days within which a grant is decided, and within which an approved one is paid. */
  grantDays: z.object({ decision: z.int(), payment: z.int() }),
})

/** The client context (§3), with the client settings that the browser needs. */
const clientContext = z.object({
  client: z.string(),
  dbName: z.string(),
  primaryDb: z.string(),
  secondaryDb: z.nullable(z.string()),
  currentDbHeader: currency,
  orgId: z.string(),
  origin: z.string(),
  primaryIsActive: z.boolean(),
  enablePostgreSQL: z.literal(true),
  clientSettings: z.object({
    ...browserSettings.shape,
    today: isoDate,
    /** Whether people log in at the portal's own provider, by user ID and password. */
    signsInByPassword: z.boolean(),
    minimumGrantMinor: z.string(),
    maxAmountMinor: z.string(),
    /** The ways to log in; the visitor chooses among several (§11). */
    identityProviders: z.array(z.object({ name: z.string(), title: z.string() })),
    demonstration: z.boolean(),
  }),
})
export type ClientContext = z.infer<typeof clientContext>
export const clientContextSchema = clientContext

export const getClientContext = endpoint({
  method: 'GET',
  path: '/api/client-context',
  summary: 'Returns which client this host shows, its books and its settings',
  access: 'public',
  reply: clientContext,
})

const version = z.object({ jira: z.string(), branch: z.string(), revision: z.string() })

export const getVersion = endpoint({
  method: 'GET',
  path: '/api/apistatus/version',
  summary: 'Returns the version of the API that responds',
  access: 'public',
  reply: version,
})
