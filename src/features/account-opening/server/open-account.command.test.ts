import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { npt } from '../../../clients/configuration/npt.ts'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { exampleDonor } from '../../../testing/example-draft.ts'
import { makeStaff, type Person } from '../../../testing/factories/make-fund.ts'
import { AccountExists, IncompleteApplication, openAccountFrom } from './open-account.command.ts'

let portal: TestApp
let staff: Person

beforeAll(async () => {
  portal = await startTestApp()
  staff = await makeStaff(portal)
})
afterAll(() => portal.close())

const open = (application: unknown, staffUserId = staff.user.ssoId, again = false) =>
  openAccountFrom({
    client: npt,
    db: portal.databases.book('npt'),
    realmDb: portal.databases.realm('npt'),
    application,
    staffUserId,
    again,
    now: new Date(),
  })
const { firstName, lastName, birthDate, address1, city, state, postalCode, phone } = exampleDonor
const donor = {
  ...{ firstName, lastName, email: 'ada@first.example' },
  ...{ birthDate, address1, city, state, postalCode, phone },
}
const application = { account: { accountName: 'The First Fund', type: 'individual' }, donors: [donor] }

test('npm run open-account enters an account and invites its donor', async () => {
  const { fundId } = await open(application)
  const { rows } = await portal.database.admin.query(
    `select a.account_status, a.donor_name, p.city, c.actor_name, i.mailed_at from fund_account a
      join account_relationship r using (book, account_id) join party p using (book, party_id)
      join change_record c on c.account_id = a.account_id and c.kind = 'account-opened'
      join invitation i on i.user_id = p.user_id where a.fund_id = $1`,
    [fundId],
  )
  expect(rows).toEqual([
    {
      account_status: 'Entered',
      donor_name: 'Ada Finch',
      city: 'Philadelphia',
      actor_name: 'Prudence Gale',
      mailed_at: null,
    },
  ])
})

test('the same file again enters no second account unless the operator says so', async () => {
  const again = { ...application, account: { ...application.account, accountName: 'The Second Fund' } }
  const both = await Promise.allSettled([open(again), open(again)])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const refused = open({ ...again, account: { ...again.account, accountName: 'the  second FUND' } })
  await expect(refused).rejects.toBeInstanceOf(AccountExists)
  await expect(refused).rejects.toThrow(/already: The Second Fund, \d+\. Nothing was entered\./)
  const { rows } = await portal.database.admin.query(
    `select count(*)::int as accounts from fund_account where account_name = 'The Second Fund'`,
  )
  expect(rows).toEqual([{ accounts: 1 }])
  expect((await open(again, staff.user.ssoId, true)).fundId).toBeGreaterThan(0)
})

test('the example of docs/operate.md is complete', async () => {
  const page = readFileSync(new URL('../../../../docs/operate.md', import.meta.url), 'utf8')
  const [, example = ''] = /```json\n(\{\n {2}"account"[\s\S]*?)```/.exec(page) ?? []
  expect((await open(JSON.parse(example))).fundId).toBeGreaterThan(0)
})

test('it names each field that is missing, and enters nothing', async () => {
  const incomplete = open({ account: { accountName: '' }, donors: [{ ...donor, email: 'nobody' }] })
  await expect(incomplete).rejects.toBeInstanceOf(IncompleteApplication)
  const { errors } = await incomplete.catch(error => error)
  expect(Object.keys(errors)).toEqual(['account.accountName', 'account.type', 'donors.0.email'])
  await expect(open({ account: { accountName: 1 } })).rejects.toThrow()
})

test('it needs a member of staff who may accept applications', async () => {
  const editor = await makeStaff(portal, { roles: [{ role: 'content_editor', actions: null }] })
  const grantsTeam = await makeStaff(portal, { roles: [{ role: 'super_user', actions: ['GRANT_APPROVE'] }] })
  for (const other of [editor, grantsTeam])
    await expect(open(application, other.user.ssoId)).rejects.toThrow('may not accept applications')
})
