import { chromium } from '@playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeViolations } from '../../../e2e/axe.ts'
import { noticeKinds, optionalNotices } from '../../contract/notice-kinds.ts'
import { screens } from '../../contract/screens.ts'
import { entriesOf, keysOf } from '../../domain/keys-of.ts'
import { mailAccountStatus } from '../../features/accounts/server/mail-account-status.ts'
import type { Mailer } from '../../server/mail/mailer.ts'
import type { MailTable, MailToSend } from '../../server/mail/mails.queries.ts'
import { sendMail, sendPersonMail, withSecret } from '../../server/mail/send-mail.ts'
import { checkGuard } from '../../web/routing/guards.ts'
import type { Session } from '../../web/session/session-store.ts'
import type { TestSession } from '../app.ts'
import { findChromium } from '../chromium.ts'
import { testSecret } from '../database/database-server.ts'
import { makeAccount } from '../factories/make-account.ts'
import type { Person } from '../factories/make-fund.ts'
import { makeRelationship } from '../factories/make-relationship.ts'
import { type MadeUser, makeUser } from '../factories/make-user.ts'
import { jobSettings } from '../jobs.ts'
import { headersOf, startMailServer } from './mail-server.ts'
import { donorWithoutLogin, type MailWorld, startMailWorld } from './mail-world.ts'
import { type Leads, mailedScreens, type Reader } from './mailed-screens.ts'
import { makeAccountMails, makeContributionMails, makeGrantMails, runNotice } from './make-account-mails.ts'
import { makeCheckMail } from './make-check-mail.ts'
import { makeCloseMail } from './make-close-mail.ts'
import { makeDiligenceMail } from './make-diligence-mail.ts'
import { makeEndingMail } from './make-ending-mail.ts'
import { makeFundLetterMail } from './make-fund-letter-mail.ts'
import { makeLoginMails } from './make-login-mails.ts'
import { makePaymentLetter } from './make-payment-letter.ts'
import {
  applicant,
  invited,
  makeApplicationMails,
  makePersonMails,
  makeStaffMails,
  successor,
} from './make-person-mails.ts'
import { addressIn, openMailedScreen } from './open-mailed-screen.ts'

type Mail = MailToSend & { table: MailTable; account_id: string | null; body: string; html: string }

let world: MailWorld
let made: Promise<Mail[]> | undefined

beforeAll(async () => {
  world = await startMailWorld()
})
afterAll(() => world.portal.close())

/** All mails, which the first test that asks for them makes. */
function allMails(): Promise<Mail[]> {
  made ??= makeMails()
  return made
}

async function makeMails(): Promise<Mail[]> {
  // Before there is a donor without a login, who could not sign.
  await makeContributionMails(world)
  await makeApplicationMails(world)
  await makeRelationship(world.portal.databases, world.fund, { email: donorWithoutLogin })
  await makeGrantMails(world)
  await makePaymentLetter(world)
  await makeAccountMails(world)
  await makePersonMails(world)
  await makeLoginMails(world)
  await makeStaffMails(world)
  await makeCheckMail(world)
  await makeDiligenceMail(world)
  await makeCloseMail(world)
  await makeFundLetterMail(world)
  await makeEndingMail(world)
  return [...(await stored('outgoing_mail')), ...(await stored('person_mail'))]
}

const stored = async (table: MailTable): Promise<Mail[]> => {
  const { rows } = await world.portal.database.admin.query(`select * from ${table} order by created_at`)
  return rows.map(row => ({
    ...row,
    table,
    account_id: row.account_id ?? null,
    ...withSecret(testSecret, row),
  }))
}

/** Sends a mail as its job does, to a mail server of the test. */
const send = ({ table, mail_id: mailId }: Mail, mailer: Mailer): Promise<void> => {
  const { databases } = world.portal
  const about = { books: [], mailer, ...jobSettings, signal: new AbortController().signal }
  return table === 'outgoing_mail'
    ? sendMail.run({ mailId }, { db: databases.book('npt'), origin: { book: 'npt' }, ...about })
    : sendPersonMail.run({ mailId }, { db: databases.realm('npt'), origin: { realm: 'npt' }, ...about })
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
  const mails = await allMails()
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
  for (const [kind, rule] of entriesOf(mailedScreens))
    if (typeof rule !== 'string') expect.soft(found[kind], kind).toEqual(rule)
}, 90_000)

test('every kind of mail is made by these tests', async () => {
  const mails = await allMails()
  expect([...new Set(mails.map(({ kind }) => kind))].toSorted()).toEqual(keysOf(noticeKinds).toSorted())
})

test('each mail is sent from the client by name, says that a program wrote it, and where it can be switched off', async () => {
  const mails = await allMails()
  const server = await startMailServer()
  await Promise.all(mails.map(mail => send(mail, server.mailer)))
  await server.close()
  const sent = new Map(
    server.received.map(message => {
      const headers = headersOf(message)
      return [headers['message-id'], headers] as const
    }),
  )
  for (const { mail_id, kind, to_address, reply_to, body } of mails) {
    const isForSupport = kind === 'contact-message'
    const settings = 'http://npt.localhost:3000/my-profile/notices'
    const canSwitchOff =
      optionalNotices.some(optional => optional === kind) && to_address !== donorWithoutLogin
    expect.soft(body.includes(settings), kind).toBe(canSwitchOff)
    const found = sent.get(`<${mail_id}@almoner>`) ?? {}
    expect
      .soft(
        {
          from: found.from,
          to: found.to,
          replyTo: found['reply-to'],
          autoSubmitted: found['auto-submitted'],
          unsubscribe: found['list-unsubscribe'],
          type: found['content-type']?.split(';')[0],
        },
        kind,
      )
      .toEqual({
        from: 'NPT Giving <support@npt.example>',
        to: to_address,
        replyTo: isForSupport ? reply_to : undefined,
        autoSubmitted: isForSupport ? undefined : 'auto-generated',
        unsubscribe: canSwitchOff ? `<${settings}>` : undefined,
        type: kind === 'payment-letter' ? 'multipart/mixed' : 'multipart/alternative',
      })
  }
})

test('each mail greets its reader, ends with our signature, and has no place that was not filled in', async () => {
  for (const { kind, subject, body, to_address } of await allMails()) {
    const isForStaff =
      to_address === 'support@npt.example' ||
      [
        'right-review',
        'book-check',
        'due-diligence-ends',
        'close-awaited',
        'ending-soon',
        'access-suspended',
      ].includes(kind)
    expect.soft(subject, kind).toMatch(/^NPT Giving: [A-Z]/)
    expect.soft(body, kind).not.toMatch(/\{|undefined|null|\bNaN\b|\[object| {2}/)
    expect.soft(/^Dear [^,]+,\n\n/.test(body), kind).toBe(!isForStaff)
    expect.soft(body.includes('\n\nKind regards,\nThe NPT Giving team'), kind).toBe(!isForStaff)
  }
})

test('the HTML of each kind has no fault that axe finds, in light and dark colors, and fits a small phone', async () => {
  const newestOfKind = new Map((await allMails()).map(mail => [mail.kind, mail]))
  const browser = await chromium.launch(await findChromium())
  const page = await browser.newPage({ viewport: { width: 320, height: 640 } })
  for (const { kind, html } of newestOfKind.values())
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.setContent(html)
      const rules = colorScheme === 'dark' ? ['color-contrast'] : undefined
      expect.soft(await axeViolations(page, rules), `${kind}, ${colorScheme}`).toEqual([])
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      expect.soft(width, `${kind}, ${colorScheme}`).toBeLessThanOrEqual(320)
    }
  await browser.close()
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
