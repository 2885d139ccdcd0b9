import { afterAll, beforeAll, expect, test } from 'vitest'
import type { noticeKinds } from '../../contract/notice-kinds.ts'
import { type ScreenPath, screens } from '../../contract/screens.ts'
import { entriesOf } from '../../domain/keys-of.ts'
import { mailAccountStatus } from '../../features/accounts/server/mail-account-status.ts'
import { withSecret } from '../../server/mail/send-mail.ts'
import { checkGuard } from '../../web/routing/guards.ts'
import type { Session } from '../../web/session/session-store.ts'
import type { TestSession } from '../app.ts'
import { testSecret } from '../database/database-server.ts'
import { makeAccount } from '../factories/make-account.ts'
import type { Person } from '../factories/make-fund.ts'
import { makeRelationship } from '../factories/make-relationship.ts'
import { type MadeUser, makeUser } from '../factories/make-user.ts'
import { donorWithoutLogin, type MailWorld, startMailWorld } from './mail-world.ts'
import { makeAccountMails, makeContributionMails, makeGrantMails, runNotice } from './make-account-mails.ts'
import {
  applicant,
  invited,
  makeApplicationMails,
  makePersonMails,
  makeStaffMails,
  successor,
} from './make-person-mails.ts'
import { addressIn, openMailedScreen } from './open-mailed-screen.ts'

type Kind = keyof typeof noticeKinds
type Reader =
  | 'donor'
  | 'joint donor'
  | 'advisor'
  | 'viewer'
  | 'donor without a login'
  | 'support'
  | 'staff'
  | 'applicant without a login'
  | 'invited person'
  | 'successor'
/** `-`: the mail names no address. */
type Leads = '-' | ScreenPath

const donors = (screen: Leads) =>
  ({ donor: [screen], 'joint donor': [screen], 'donor without a login': ['-'] }) as const
const all = (screen: Leads) => ({ ...donors(screen), advisor: [screen] }) as const

/** Where each kind of mail leads each of its readers. A text: why the kind leads nowhere. */
const expected: Record<Kind, Partial<Record<Reader, readonly Leads[]>> | string> = {
  'grant-received': { ...all('/grants/$grantId'), donor: ['/grants', '/grants/$grantId'] },
  'grant-question': all('/grants/$grantId'),
  'grant-approved': all('/grants/$grantId'),
  'grant-paid': all('/grants/$grantId'),
  'grant-ended': all('/grants/$grantId'),
  'payment-letter': 'Charities have no login.',
  'scheduled-grant-not-made': all('/grants/schedules/$scheduleId'),
  'schedule-certification-ends': all('/grants/schedules/$scheduleId'),
  'register-changed': all('/'),
  'charity-proposal-decided': all('/charity-list'),
  'people-changed': {
    ...donors('/account'),
    viewer: ['/my-profile/accounts'],
    'invited person': ['/my-profile/accounts'],
  },
  'person-updated': { ...donors('/account'), viewer: ['/my-profile'] },
  'people-change-requested': donors('/account'),
  'legacy-plan-changed': donors('/account'),
  'account-status-changed': donors('/account'),
  'transfer-out': donors('/account'),
  'transfer-in': donors('/fund-activity'),
  'document-prepared': { donor: ['/sign/$envelopeId'], 'joint donor': ['/sign-pending-document'] },
  'document-to-sign': { 'joint donor': ['/sign/$envelopeId'], support: ['/sign/$envelopeId'] },
  'document-signed': {
    donor: ['/account-documents'],
    'joint donor': ['/account-documents'],
    advisor: ['/account-documents'],
    support: ['/super-user-dashboard/contributions'],
  },
  'document-declined': {
    donor: ['-'],
    'joint donor': ['-'],
    support: ['/super-user-dashboard/contributions'],
  },
  'contribution-announced': { donor: ['/contributions'], 'joint donor': ['/contributions'] },
  'contribution-changed': { donor: ['/contributions'], 'joint donor': ['/contributions'] },
  'contribution-cancelled': { donor: ['/contributions'], 'joint donor': ['/contributions'] },
  'contribution-reminder': { donor: ['/contributions'], 'joint donor': ['/contributions'] },
  'contribution-received': { donor: ['/fund-activity'], 'joint donor': ['/fund-activity'] },
  'contribution-bounced': { donor: ['/fund-activity'], 'joint donor': ['/fund-activity'] },
  'contribution-reversed': { donor: ['/fund-activity'], 'joint donor': ['/fund-activity'] },
  'contribution-summary-ready': { donor: ['/account-documents'], 'joint donor': ['/account-documents'] },
  'receipt-ready': { donor: ['/account-documents'], 'joint donor': ['/account-documents'] },
  'document-withdrawn': { donor: ['-'], 'joint donor': ['-'] },
  'statement-ready': donors('/account-documents'),
  'application-to-sign': {
    'joint donor': ['/new-account-opening/$step'],
    'applicant without a login': ['/new-account-opening/confirm'],
  },
  'successor-invited': { successor: ['/successor'] },
  'application-progress': {
    advisor: ['-', '/new-account-opening/$step'],
    'joint donor': ['-'],
    'applicant without a login': ['-'],
    support: ['/super-user-dashboard/applications/$applicationId'],
  },
  invitation: { 'invited person': ['/password-setup'] },
  'advisor-granting-changed': all('/account'),
  'advisor-updated': { advisor: ['/my-profile'] },
  'password-link': { donor: ['/password-setup'] },
  'password-changed': 'It asks the person to call.',
  'user-ids': 'The person may not be logged in.',
  'email-code': 'The person enters the code where they asked for it.',
  'email-changed': 'It asks the person to call.',
  'login-method-changed': 'It asks the person to call.',
  'right-review': { staff: ['/super-user-dashboard/users'] },
  'access-suspended': { staff: ['/super-user-dashboard/users/$personId'] },
  'contact-message': 'Support answers by e-mail.',
  'contact-confirmation': 'Support answers by e-mail.',
}

type Mail = { kind: string; to_address: string; body: string; account_id: string | null }

let world: MailWorld

beforeAll(async () => {
  world = await startMailWorld()
})
afterAll(() => world.portal.close())

async function makeMails(): Promise<Mail[]> {
  // Before there is a donor without a login, who could not sign.
  await makeContributionMails(world)
  await makeApplicationMails(world)
  await makeRelationship(world.portal.databases, world.fund, { email: donorWithoutLogin })
  await makeGrantMails(world)
  await makeAccountMails(world)
  await makePersonMails(world)
  await makeStaffMails(world)
  return [...(await stored('outgoing_mail')), ...(await stored('person_mail'))]
}

const stored = async (table: 'outgoing_mail' | 'person_mail'): Promise<Mail[]> => {
  const { rows } = await world.portal.database.admin.query(`select * from ${table} order by created_at`)
  return rows.map(row => ({ ...row, account_id: row.account_id ?? null, ...withSecret(testSecret, row) }))
}

/** The user who was made for an invited person. */
async function userOf(email: string): Promise<MadeUser> {
  const { rows } = await world.portal.database.admin.query(
    'select user_id as "userId" from app_user where email = $1',
    [email],
  )
  return { ...world.viewer.user, ...rows[0], email }
}

async function readers(): Promise<{ reader: Reader; email: string; as?: TestSession }[]> {
  const { portal, fund, joint, advisor, viewer, staff } = world
  const person = (reader: Reader, { user, session }: Person) => ({ reader, email: user.email, as: session })
  return [
    person('donor', fund.donor),
    person('joint donor', joint),
    person('advisor', advisor),
    person('viewer', viewer),
    { reader: 'support', email: 'support@npt.example', as: staff.session },
    person('staff', staff),
    { reader: 'donor without a login', email: donorWithoutLogin },
    { reader: 'applicant without a login', email: applicant },
    { reader: 'invited person', email: invited, as: await portal.sessionFor(await userOf(invited)) },
    { reader: 'successor', email: successor },
  ]
}

/** Opens the address of a mail as its reader, and returns the screen that it leads to. */
async function leads({ kind, body, account_id }: Mail, as: TestSession | undefined): Promise<Leads> {
  const address = addressIn('npt', body)
  if (address === null) return '-'
  // A mailed link is for people who are not logged in.
  const who = address.includes('#') ? undefined : as
  const opened = await openMailedScreen(world.portal, { address, client: 'npt', as: who })
  const { screen, fundId, facts, clientSettings } = opened
  const session: Session = facts ? { state: 'signed-in', facts, fundId } : { state: 'signed-out' }
  expect.soft(checkGuard(screens[screen], session, clientSettings), address).toBe('open')
  if (fundId !== 0)
    expect.soft([fundId, account_id], address).toEqual([world.fund.fundId, world.fund.accountId])
  if (kind === 'grant-question') expect.soft(opened.reply, address).toMatchObject({ mayAnswer: true })
  return screen
}

test('every kind of mail leads each of its readers to a screen that they may open, at the account of the mail', async () => {
  const mails = await makeMails()
  const people = await readers()
  const found: Record<string, Partial<Record<Reader, Leads[]>>> = {}
  for (const mail of mails) {
    const person = people.find(({ email }) => email === mail.to_address)
    const isOurs = mail.account_id === null || mail.account_id === world.fund.accountId
    if (!person || !isOurs) continue
    const { reader, as } = person
    const before = found[mail.kind]
    const screens = new Set([...(before?.[reader] ?? []), await leads(mail, as)])
    found[mail.kind] = { ...before, [reader]: [...screens].toSorted() }
  }
  for (const [kind, rule] of entriesOf(expected))
    if (typeof rule !== 'string') expect.soft(found[kind], kind).toEqual(rule)
}, 90_000)

test('the address in a mail names the currency too at a client with two books', async () => {
  const { portal } = world
  const client = 'npttransatlantic'
  const user = await makeUser(portal.databases, { realm: 'nptuk' })
  const pounds = await makeAccount(portal.databases, { book: 'nptuk', accountName: 'Wren Fund' })
  const { fundId } = pounds
  const dollars = await makeAccount(portal.databases, {
    book: 'nptukusd',
    fundId,
    accountName: 'Wren Fund US',
  })
  for (const account of [pounds, dollars]) await makeRelationship(portal.databases, account, { user })
  const { accountId } = dollars
  const changed = { client, accountId, revision: 2, accountStatus: 'Active' } as const
  await runNotice(portal, mailAccountStatus, changed, 'nptukusd')
  const { rows } = await portal.database.admin.query('select body from outgoing_mail where to_address = $1', [
    user.email,
  ])
  const address = addressIn(client, rows[0].body) ?? ''
  const as = await portal.sessionFor(user, { client })
  expect(await openMailedScreen(portal, { address, client, as })).toMatchObject({
    ...{ screen: '/account', fundId, currency: 'USD' },
    reply: { accountName: expect.stringContaining('Wren Fund US') },
  })
})
