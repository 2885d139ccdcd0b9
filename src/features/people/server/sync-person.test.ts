import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { addJob } from '../../../server/jobs/add-job.ts'
import { type JobWorker, startJobWorker } from '../../../server/jobs/worker.ts'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { makeAccount } from '../../../testing/factories/make-account.ts'
import { makeFund, makePersonOf } from '../../../testing/factories/make-fund.ts'
import { makeRelationship } from '../../../testing/factories/make-relationship.ts'
import { makeUser } from '../../../testing/factories/make-user.ts'
import { jobSettings } from '../../../testing/jobs.ts'
import { jobsDone } from '../../../testing/mailbox.ts'
import { syncPeople, syncPerson } from './sync-person.ts'

let portal: TestApp
let worker: JobWorker | null = null
beforeAll(async () => {
  portal = await startTestApp()
})
afterEach(() => stopWorker())
afterAll(() => portal.close())

const startWorker = async () => {
  worker = await startJobWorker({
    databases: portal.databases,
    tasks: [syncPerson, syncPeople],
    ...jobSettings,
  })
}
const stopWorker = async () => {
  await worker?.stop()
  worker = null
}
/** Renames in the realm, with the job in the same transaction. */
const rename = (userId: string, lastName: string, { withJob = true } = {}) =>
  portal.databases
    .realm('npt')
    .transaction()
    .execute(async trx => {
      await trx.updateTable('app_user').set({ last_name: lastName }).where('user_id', '=', userId).execute()
      if (withJob) await addJob(trx, syncPerson, { userId })
    })
/** Runs `work` while another transaction locks one of the accounts, as a grant does; returns after the lock is released. */
async function whileHeld(accountId: string, work: () => Promise<void>): Promise<void> {
  const holder = await portal.database.admin.connect()
  try {
    await holder.query('begin')
    await holder.query('select from fund_account where account_id = $1 for no key update', [accountId])
    await work()
  } finally {
    await holder.query('rollback')
    holder.release()
  }
}
/** Long, because a program has to start beside others. */
const patience = { timeout: 80_000, interval: 20 }
const testTimeoutMs = 120_000
const partyOf = async (userId: string) =>
  (
    await portal.database.admin.query(
      'select name, first_name, last_name, email from party where user_id = $1',
      [userId],
    )
  ).rows
const donorNames = async (userId: string) =>
  (
    await portal.database.admin.query<{ donor_name: string; count: string }>(
      `select donor_name, count(*) from fund_account a where account_id in (select account_id from account_relationship r
         join party p using (book, party_id) where p.user_id = $1) group by 1 order by 1`,
      [userId],
    )
  ).rows.map(row => [row.donor_name, Number(row.count)])

test('carries name and address from the realm to the party and to the names of households (§17)', async () => {
  const fund = await makeFund(portal)
  const household = await makeAccount(portal.databases, { donorName: 'Margaret and Harold Ellison' })
  const { userId, email } = fund.donor.user
  await makeRelationship(portal.databases, household, { user: fund.donor.user })
  const harold = await makeUser(portal.databases, { realm: 'npt', firstName: 'Harold' })
  await makeRelationship(portal.databases, household, { user: harold, role: 'joint_donor' })
  const namesake = await makeFund(portal)
  await startWorker()
  await rename(userId, 'Ellison-Hart')
  await jobsDone(portal)
  expect(await partyOf(userId)).toEqual([
    { name: 'Margaret Ellison-Hart', first_name: 'Margaret', last_name: 'Ellison-Hart', email },
  ])
  expect(await donorNames(userId)).toEqual([
    ['Margaret Ellison-Hart', 1],
    ['Margaret Ellison-Hart and Harold Ellison', 1],
  ])
  expect(await donorNames(namesake.donor.user.userId)).toEqual([['Margaret Ellison', 1]])
})

test('a job that waited while the program was down runs after the start', async () => {
  const fund = await makeFund(portal)
  const { userId } = fund.donor.user
  await rename(userId, 'First')
  await rename(userId, 'Second')
  expect(await partyOf(userId)).toMatchObject([{ name: 'Margaret Ellison' }])
  await startWorker()
  await jobsDone(portal)
  expect([await partyOf(userId), await donorNames(userId)]).toMatchObject([
    [{ name: 'Margaret Second' }],
    [['Margaret Second', 1]],
  ])
})

test('the schedule carries people whose job was lost, also halfway through the accounts', async () => {
  const fund = await makeFund(portal)
  const { userId } = fund.donor.user
  const second = await makeAccount(portal.databases)
  await makeRelationship(portal.databases, second, { user: fund.donor.user })
  await rename(userId, 'Half', { withJob: false })
  await portal.database.admin.query(
    `update fund_account set donor_name = 'Margaret Half' where account_id = $1`,
    [fund.accountId],
  )
  await startWorker()
  await addJob(portal.databases.realm('npt'), syncPeople, {})
  await jobsDone(portal)
  expect([await partyOf(userId), await donorNames(userId)]).toMatchObject([
    [{ name: 'Margaret Half' }],
    [['Margaret Half', 2]],
  ])
})

test(
  'recovers from kill -9 between the accounts and the party by the schedule',
  async () => {
    const fund = await makeFund(portal)
    const held = await makeAccount(portal.databases)
    const { userId } = fund.donor.user
    await makeRelationship(portal.databases, held, { user: fund.donor.user })
    const { host, port, database } = portal.database.connection
    const script = fileURLToPath(new URL('../../../testing/people-worker.ts', import.meta.url))
    const names = () => donorNames(userId)
    await whileHeld(held.accountId, async () => {
      await rename(userId, 'Killed')
      const server = JSON.stringify({ host, port, database })
      const program = spawn(process.execPath, [script, server], { stdio: 'ignore' })
      const ended = once(program, 'exit')
      try {
        await expect.poll(names, patience).toEqual([
          ['Margaret Ellison', 1],
          ['Margaret Killed', 1],
        ])
      } finally {
        program.kill('SIGKILL')
        await ended
      }
    })
    expect(await partyOf(userId)).toMatchObject([{ name: 'Margaret Ellison' }])

    await startWorker()
    await addJob(portal.databases.realm('npt'), syncPeople, {})
    await expect.poll(() => partyOf(userId), patience).toMatchObject([{ name: 'Margaret Killed' }])
    expect(await names()).toEqual([['Margaret Killed', 2]])
    // The killed program's job stays locked until graphile-worker considers that program dead.
    await portal.database.admin.query('delete from graphile_worker._private_jobs')
  },
  testTimeoutMs,
)

test('leaves other realms alone, and a book cannot add the job', async () => {
  const elsewhere = await makeUser(portal.databases, { realm: 'rathbones' })
  const fund = await makeFund(portal, { book: 'rathbones' })
  await makeRelationship(portal.databases, fund, { user: elsewhere })
  await portal.database.admin.query(`update app_user set last_name = 'Changed' where user_id = $1`, [
    elsewhere.userId,
  ])
  await startWorker()
  await addJob(portal.databases.realm('npt'), syncPerson, { userId: elsewhere.userId })
  await jobsDone(portal)
  expect(await partyOf(elsewhere.userId)).toMatchObject([{ name: 'Margaret Ellison' }])
})

test(
  'renames a person with 1,000 accounts by one job, while others change these accounts',
  async () => {
    const { user } = await makePersonOf(portal, await makeAccount(portal.databases), 'viewer')
    const { admin } = portal.database
    await admin.query(
      `with made as (
       insert into fund_account (book, fund_id, account_name, donor_name, entered_on, opened_on)
       select 'npt', 300000 + i, 'Fund ' || i, 'Margaret Ellison', '2020-01-01', '2020-01-01' from generate_series(1, 1000) i
       returning book, account_id
     )
     insert into account_relationship (book, account_id, party_id, account_role_code)
     select m.book, m.account_id, p.party_id, 'donor' from made m, party p where p.user_id = $1`,
      [user.userId],
    )
    const { rows } = await admin.query<{ account_id: string }>(
      'select account_id from fund_account where fund_id = 300500',
    )
    await startWorker()
    await whileHeld(rows[0]?.account_id ?? '', async () => {
      await rename(user.userId, 'Thousand')
      const renamed = async () =>
        (await donorNames(user.userId)).find(([name]) => name === 'Margaret Thousand')?.[1]
      await expect.poll(renamed, patience).toBe(999)
      expect(await partyOf(user.userId)).toMatchObject([{ name: 'Margaret Ellison' }])
    })
    await jobsDone(portal)
    expect(await donorNames(user.userId)).toEqual([
      // The account of which the person is not a donor.
      ['Margaret Ellison', 1],
      ['Margaret Thousand', 1000],
    ])
    expect(await partyOf(user.userId)).toMatchObject([{ name: 'Margaret Thousand' }])
  },
  testTimeoutMs,
)
