import { z } from 'zod'
import { accountRoles } from '../../domain/account-roles.ts'
import { isCountry } from '../../domain/countries.ts'
import { ukBank, ukTrust, usBank, usTrust } from '../base.ts'
import type { Client } from '../client.ts'
import { feeSchedules, generalLedger, inactiveFunds } from './accounting-fields.ts'
import { bankAccounts, contributionAccounts, payments } from './bank-fields.ts'
import { amountMinor, line, monthDay, paragraph, webAddress } from './fields.ts'
import { botCheck, identityProviders } from './login-fields.ts'
import { fileName, home, logo } from './look-fields.ts'

const bases = { 'us-trust': usTrust, 'us-bank': usBank, 'uk-trust': ukTrust, 'uk-bank': ukBank } as const

const book = z.strictObject({
  name: fileName.describe('Rows of the database are stored under it, so it never changes.'),
  currency: z.enum(['USD', 'GBP']),
})

const grantFields = {
  charityRegisters: z.array(z.enum(['irs-bmf', 'uk', 'vetted-us', 'vetted-uk'])).min(1),
  defaultSuccessorFundId: z.int().positive().nullable(),
  minimumGrantMinor: amountMinor.describe('The smallest grant, in cents or pence.'),
  dualControlFromMinor: amountMinor.describe(
    'From this amount on, the payer must not be the approver; in cents or pence.',
  ),
  stepUpFromMinor: amountMinor.describe(
    'From this amount on, recommending requires the second factor again; in cents or pence.',
  ),
  asksDueDiligence: z.boolean(),
}

const timeZones = new Set(Intl.supportedValuesOf('timeZone'))
export const timeZone = z
  .string()
  .refine(zone => timeZones.has(zone), 'must be an IANA time zone such as Europe/London')
export const email = z.email('must be an e-mail address')
const pathOrAddress = z.union([z.string().regex(/^\/[\w./-]*$/), webAddress])

/** What every client says for itself: no base could know it. */
const required = {
  realm: fileName.describe('The set of people who can log in. Clients of one organization share it.'),
  book,
  displayName: line.describe('The name that people see.'),
  tagline: line,
  support: z.strictObject({ phone: line, email, address: z.array(line).min(1).max(6), hours: line }),
  sponsor: z.strictObject({
    legalName: line,
    number: line.describe('The tax or charity number, with what it is.'),
    address: z.array(line).min(1).max(6),
    usStatus: paragraph
      .nullable()
      .describe(
        'Its status under the law of the United States, as receipts say it after the name; null: none.',
      ),
  }),
  securityContact: z
    .string()
    .regex(/^(mailto:[^@\s]+@[^@\s]+|https:\/\/\S+)$/, 'must begin with mailto: or https://')
    // The pattern allows nothing else.
    .transform(text => text as Client['securityContact']),
  footer: z.strictObject({
    disclaimer: paragraph,
    resources: z.array(z.strictObject({ title: line, href: webAddress })).max(20),
  }),
  logo: logo.nullable().describe('Shapes on a square of 48 by 48; null: the client shows its name.'),
  home,
  payments: payments
    .nullable()
    .describe(
      'How the book of the client’s name pays grants; null for a client that only shows others’ books.',
    ),
  contributionAccounts: contributionAccounts
    .nullable()
    .describe('Where contributions go; null for a client that only shows others’ books.'),
}

/** What the base says unless the file does. */
const optional = {
  secondaryBook: book.nullable(),
  locale: z.enum(['en-US', 'en-GB']),
  timeZone,
  taxYearStartsOn: monthDay,
  fiscalYearStartsOn: monthDay,
  accountingMethod: z
    .enum(['cash', 'accrual'])
    .describe('When the books count a grant: when it is paid, or when it is approved.'),
  yearEndReturn: z
    .enum(['form-990', 'sorp'])
    .describe('Form 990 with its schedules, or accounts by the Charities SORP.'),
  defaultPhoneCountry: z.string().refine(isCountry, 'must be a country such as GB'),
  menu: z.enum(['full', 'top-bar']),
  logoWidthDesktopPx: z.int().min(20).max(1_000),
  logoWidthMobilePx: z.int().min(20).max(300),
  dashboardSubNavigation: z
    .array(z.strictObject({ title: line, path: z.string().regex(/^\/[\w/-]*$/) }))
    .max(8),
  givingGuide: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('page') }),
    z.strictObject({ kind: z.literal('link'), href: webAddress }),
  ]),
  opening: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('form') }),
    z.strictObject({ kind: z.literal('pdf'), href: pathOrAddress }),
  ]),
  resourcesFor: z.enum(['everyone', 'signed-in', 'permission']),
  showsClosedStatus: z.boolean(),
  currencyRestricted: z.boolean(),
  excludedAssetsPopover: z.boolean(),
  relationshipListLeavesOut: z.array(z.enum(accountRoles)),
  relationshipChanges: z.enum(['confirm', 'at-once']),
  legacyPlanShown: z.boolean(),
  legacyPlanEditableOnline: z.boolean(),
  redirectOnSingleDocument: z.boolean(),
  sanctionsLists: z
    .array(z.enum(['ofac', 'uk']))
    .min(1, 'must name the list that payments are screened against'),
  maxAmountMinor: amountMinor,
  wholeUnitsOnly: z.boolean(),
  overBalance: z.enum(['block', 'wait-for-funds']),
  grantDays: z.strictObject({ decision: z.int().min(1).max(60), payment: z.int().min(1).max(60) }),
  bankAccounts,
  feeSchedules,
  generalLedger: generalLedger.nullable(),
  statementsAfterClose: z.boolean(),
  inactiveFunds: inactiveFunds.nullable(),
  inSecondaryBook: z.strictObject(grantFields).nullable(),
  ...grantFields,
  profileUpdates: z.boolean(),
  mapsEmailToSsoId: z.boolean(),
  twoPersonPublishing: z.boolean(),
  botCheck,
  identityProviders,
  secondFactor: z.enum(['everyone', 'staff', 'offered']),
  smallestTeam: z
    .record(z.string().regex(/^[A-Z_]{1,60}$/, 'must be a permission'), z.int().min(1).max(20))
    .describe('How many people have to be able to do a step, by permission, such as GRANT_PAY.'),
}

type Settable = { [Name in keyof Omit<Client, 'name' | 'kind' | 'staffSets'>]: z.ZodType<Client[Name]> }
// The compiler compares every field with the client's own.
const settings = { ...required, ...optional } satisfies Settable

/**
 * A client's file. It checks the file, and docs/client.schema.json is made from it. The base gives the kind, and what the file does not say;
 * the sets of staff permissions are the same at every client.
 */
export const clientFile = z.strictObject({
  $schema: z.string().optional(),
  base: z
    .enum(Object.keys(bases) as [keyof typeof bases])
    .describe(
      'Whose settings the client has unless the file says otherwise: those of a trust or a bank of that country.',
    ),
  ...settings,
  ...z.object(optional).partial().shape,
})

/** The client of a file that was checked. */
export function clientOfFile(name: string, file: z.infer<typeof clientFile>): Client {
  const { $schema: _schema, base, ...said } = file
  // JSON has no undefined: what the file leaves out is the base's, and `settings` has the types of the client's fields.
  const given = said as Omit<Client, 'name' | 'kind' | 'staffSets'>
  return { ...bases[base], ...given, name }
}
