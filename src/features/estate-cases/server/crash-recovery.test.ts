import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { caseCalls } from '../../../testing/case-calls.ts'
import type { caseSteps } from '../../../testing/case-program.ts'
import { testClock } from '../../../testing/clock.ts'
import { makeContribution } from '../../../testing/factories/make-contribution.ts'
import { type MadeFund, makeFund, makeStaff, type Person } from '../../../testing/factories/make-fund.ts'
import { makeLegacyPlan } from '../../../testing/factories/make-legacy-plan.ts'
import { isLong } from '../../../testing/property-runs.ts'

// Each step of a case runs in a program that is killed just before its last write. Nothing of the step remains; repeated, it
// happens once.

const now = '2026-03-16T15:00:00Z'
const clock = testClock(now)
let portal: TestApp
let one: Person
let two: Person
let calls: ReturnType<typeof caseCalls>

beforeAll(async () => {
  portal = await startTestApp({ clock })
  calls = caseCalls(portal, () => ({ one, two }))
  await portal.database.admin.query(
    `create function wait_in_test() returns trigger language plpgsql as $$ begin perform pg_sleep(1); return new; end $$`,
  )
})
afterAll(() => portal.close())
beforeEach(async () => {
  one = await makeStaff(portal)
  two = await makeStaff(portal)
})

/** Runs a step in a program of its own, and kills it while the database waits with the event of the step. */
async function killed(step: keyof typeof caseSteps, input: object, by: Person): Promise<void> {
  const { admin, connection } = portal.database
  const { host, port, database } = connection
  await admin.query(
    'create trigger zz_wait before insert on estate_event for each row execute function wait_in_test()',
  )
  const script = fileURLToPath(new URL('../../../testing/case-program.ts', import.meta.url))
  const given = {
    ...{ server: { host, port, database }, step, input, now },
    ...{ userId: by.user.userId, sessionId: randomUUID() },
  }
  const text = JSON.stringify(given, (_key, value) => (typeof value === 'bigint' ? String(value) : value))
  const program = spawn(process.execPath, [script, text], { stdio: ['ignore', 'ignore', 'inherit'] })
  const ended = once(program, 'exit')
  try {
    await expect
      .poll(
        async () =>
          (
            await admin.query(`select from pg_stat_activity where datname = $1 and wait_event = 'PgSleep'`, [
              database,
            ])
          ).rows.length,
        { timeout: 20_000, interval: 10 },
      )
      .toBe(1)
  } finally {
    program.kill('SIGKILL')
    await ended
    // Waits until the database has rolled back the transaction of the killed program.
    await admin.query('drop trigger zz_wait on estate_event')
  }
}

/** All rows that a step can change. */
async function stateOf(fund: MadeFund): Promise<unknown> {
  const { rows } = await portal.database.admin.query(
    `select a.account_status, a.revision,
       (select json_agg(json_build_array(c.state, c.outcome, c.confirmed_at) order by c.case_id) from estate_case c
         where c.account_id = a.account_id) as cases,
       (select json_agg(json_build_array(s.state, s.to_account_id, s.to_charity_id, s.user_id) order by s.share_id) from estate_share s
         join estate_case c using (book, case_id) where c.account_id = a.account_id) as shares,
       (select count(*) from estate_redirection r join estate_share s using (book, share_id) join estate_case c using (book, case_id)
         where c.account_id = a.account_id)::int as redirections,
       (select count(*) from estate_event e join estate_case c using (book, case_id) where c.account_id = a.account_id)::int as events,
       (select count(*) from posting p where p.account_id = a.account_id)::int as postings,
       (select count(*) from account_relationship r where r.account_id = a.account_id and r.ended_at is null)::int as people,
       (select count(*) from fund_account)::int as accounts
     from fund_account a where a.account_id = $1`,
    [fund.accountId],
  )
  return rows[0]
}

/** The steps at which `npm test` kills the program: the first, and those that move money. Starting it takes two seconds each time. */
const usuallyKilled: readonly (keyof typeof caseSteps)[] = ['openCase', 'distributeCase', 'handOverFund']

/** Kills the step, checks that nothing of it remains, repeats it, and checks its result. */
async function takeTwice(
  fund: MadeFund,
  { step, input, by = one }: { step: keyof typeof caseSteps; input: object; by?: Person },
  again: () => Promise<{ status: number }>,
): Promise<void> {
  const before = await stateOf(fund)
  if (isLong || usuallyKilled.includes(step)) await killed(step, input, by)
  expect(await stateOf(fund), step).toEqual(before)
  expect((await again()).status, step).toBe(200)
  expect(await stateOf(fund), step).not.toEqual(before)
}

const command = (attributes: object) => ({ data: { type: 'command', attributes } })

test('rolls back a case step when the program is killed, and repeats it once', {
  timeout: 120_000,
}, async () => {
  const fund = await makeFund(portal, { balanceMinor: 900_00n })
  await makeContribution(portal.databases, fund, 100_00n, { into: 'excluded' })
  await makeLegacyPlan(portal, fund, [
    { name: 'Wanda Reed', shareHundredths: 5_000, email: 'wanda@people.example' },
    { name: 'Ann Finch', shareHundredths: 5_000, email: 'ann@people.example' },
  ])
  const opening = {
    kind: 'death',
    fundId: fund.fundId,
    partyId: await calls.partyOf(fund, fund.donor.user.userId),
    diedOn: '2026-02-20',
    isDayConfirmed: false,
    documentId: await calls.document(fund, 'Death certificate'),
    reason: 'They called us',
    shares: [],
  }
  let caseId = ''
  await takeTwice(fund, { step: 'openCase', input: { body: command(opening) } }, async () => {
    const answer = await calls.openDeath(fund)
    caseId = answer.reply.caseId
    return answer
  })
  const params = { caseId }
  await takeTwice(
    fund,
    { step: 'confirmCase', input: { params, body: command({ note: 'The certificate' }) }, by: two },
    () => calls.confirm(caseId),
  )
  const [first, second] = (await calls.show(caseId)).shares.map(({ shareId }) => shareId)
  const [token, other] = [await calls.linkOf(fund, first ?? ''), await calls.linkOf(fund, second ?? '')]
  const person = { firstName: 'Wanda', lastName: 'Reed', accountName: 'Reed Fund', agrees: true }
  await takeTwice(fund, { step: 'acceptShare', input: { body: { token, ...person } } }, () =>
    calls.accept(token),
  )
  await takeTwice(fund, { step: 'declineShare', input: { body: { token: other, reason: '' } } }, () =>
    calls.decline(other),
  )
  const about = { caseId, shareId: second ?? '' }
  await takeTwice(
    fund,
    {
      step: 'redirectShare',
      input: { params: about, body: command({ charityId: null, toFundId: null, reason: 'Declined' }) },
    },
    () => calls.redirect(about),
  )
  const redirectionId = (await calls.show(caseId)).shares[1]?.redirection?.redirectionId ?? ''
  await takeTwice(
    fund,
    { step: 'confirmRedirection', input: { params: about, body: command({ redirectionId }) }, by: two },
    () => calls.confirmRedirection({ ...about, redirectionId }),
  )
  await takeTwice(
    fund,
    { step: 'releaseAssets', input: { params, body: command({ amountMinor: 100_00n, reason: 'Sold' }) } },
    () => calls.release(caseId, 100_00n),
  )
  await takeTwice(fund, { step: 'distributeCase', input: { params, body: command({}) } }, () =>
    calls.distribute(caseId),
  )
  await takeTwice(fund, { step: 'closeFund', input: { params, body: command({}) } }, () =>
    calls.close(caseId),
  )
  const { rows } = await portal.database.admin.query(
    `select coalesce(sum(amount_minor), 0)::int as left, (select count(*)::int from estate_payout where case_id = $2) as payouts
     from posting where account_id = $1`,
    [fund.accountId, caseId],
  )
  expect(rows).toEqual([{ left: 0, payouts: 2 }])
})

test('rolls back a hand-over or cancellation when the program is killed', {
  timeout: 60_000,
}, async () => {
  const fund = await makeFund(portal)
  await makeLegacyPlan(portal, fund, [
    { name: 'Wanda Reed', shareHundredths: 10_000, email: 'wanda@people.example' },
  ])
  const shares = [{ charityId: null, toFundId: (await makeFund(portal)).fundId, shareHundredths: 10_000 }]
  const closing = (await calls.openClosing(fund, shares)).reply.caseId
  await takeTwice(
    fund,
    { step: 'cancelCase', input: { params: { caseId: closing }, body: command({ reason: 'An error' }) } },
    () => calls.cancel(closing),
  )
  const confirmed = await calls.confirmedDeath(fund)
  const { caseId } = confirmed
  await calls.accept(await calls.linkOf(fund, confirmed.shares[0]?.shareId ?? ''))
  await takeTwice(fund, { step: 'handOverFund', input: { params: { caseId }, body: command({}) } }, () =>
    calls.handOver(caseId),
  )
})
