import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testClock } from '../../../testing/clock.ts'
import { makeFund } from '../../../testing/factories/make-fund.ts'
import { makeGrant } from '../../../testing/factories/make-grant.ts'
import { jobSettings } from '../../../testing/jobs.ts'
import { jobsDone } from '../../../testing/mailbox.ts'
import {
  type PaymentFixture,
  paymentTime,
  startPaymentWorld,
} from '../../../testing/payments/payment-fixture.ts'
import { creditOf, statementCalls } from '../../../testing/payments/statement-calls.ts'
import { recordPayments } from './record-payments.ts'

const clock = testClock(paymentTime.now)
let world: PaymentFixture
let statements: ReturnType<typeof statementCalls>

beforeAll(async () => {
  world = await startPaymentWorld(clock)
  statements = statementCalls(world)
})
afterAll(() => world.stop())
beforeEach(() => world.renew())

type Mail = { subject: string; body: string }
const mailsTo = async (email: string): Promise<Mail[]> =>
  (
    await world.portal.database.admin.query<Mail>(
      `select subject, body from outgoing_mail
       where to_address = $1 and kind in ('grant-paid', 'grant-ended') order by created_at, mail_id`,
      [email],
    )
  ).rows
const mailsToDonor = async () => await mailsTo(world.fund.donor.user.email)

test('a run mails the grants of a fund together, and those of another fund to its own donor', async () => {
  const other = await makeFund(world.portal, { balanceMinor: 5_000_00n })
  const charityId = await world.transferCharity()
  const common = { charityId, approvedBy: world.approver, repeatConfirmed: true }
  await makeGrant(world.portal, other, { ...common, amountMinor: 350_00n })
  for (const amountMinor of [301_00n, 302_00n, 303_00n]) await world.approved(charityId, amountMinor)
  await world.sent()

  const [paid, ...others] = await mailsToDonor()
  expect(others).toEqual([])
  expect(paid?.subject).toBe('NPT Giving: Your grants were paid')
  for (const fact of ['These grants were paid to the charities.', 'Grants: 3', 'Total: $906.00'])
    expect(paid?.body).toContain(fact)
  expect(paid?.body.match(/^Amount: .*$/gm)).toEqual([
    'Amount: $301.00',
    'Amount: $302.00',
    'Amount: $303.00',
  ])
  expect(paid?.body.match(/^Payment: Electronic transfer, GRANT-\d+$/gm)).toHaveLength(3)
  expect((await mailsTo(other.donor.user.email)).map(({ subject }) => subject)).toEqual([
    'NPT Giving: Your grant was paid',
  ])
})

test('a recording that runs again mails nothing twice', async () => {
  await statements.paidGrants(2)
  const { rows } = await world.portal.database.admin.query<{ run_id: string }>(
    `select run_id from payment_run where book = 'npt' order by run_number desc limit 1`,
  )
  for (const _again of [1, 2])
    await recordPayments.run(
      { client: 'npt', runId: rows[0]?.run_id ?? '' },
      {
        db: world.portal.databases.book('npt'),
        origin: { book: 'npt' },
        mailer: null,
        ...jobSettings,
        signal: new AbortController().signal,
      },
    )
  await jobsDone(world.portal)
  expect((await mailsToDonor()).map(({ subject }) => subject)).toEqual(['NPT Giving: Your grants were paid'])
})

test('a bank file mails what came back to a fund together, each with its reason', async () => {
  const [first, second, third] = await statements.paidGrants(3, 305_00n)
  const written = (await mailsToDonor()).length
  const returned = [first, second].map((grant, index) =>
    creditOf(grant?.reference ?? '', {
      amount: '305.00',
      entryRef: `8${index}`,
      parts: [{ endToEnd: grant?.reference ?? '', returnReason: index === 0 ? 'AC04' : 'AC01' }],
    }),
  )
  expect(await statements.take(statements.message(returned))).toEqual(['returned', 'returned'])
  const [mail, ...others] = (await mailsToDonor()).slice(written)
  expect(others).toEqual([])
  expect(mail?.subject).toBe('NPT Giving: Grants were returned')
  expect(mail?.body.match(/^Our message: /gm)).toHaveLength(2)
  expect(third && (await statements.stateOf(third))).toBe('Paid')
})
