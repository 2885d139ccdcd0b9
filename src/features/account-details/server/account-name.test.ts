import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getAccountOverview } from '../../../contract/account-overview.contract.ts'
import type { ProblemDocument } from '../../../contract/problem-document.ts'
import { verifyChanges } from '../../../server/changes/verify-changes.ts'
import { hostOf, originOf, startTestApp, type TestApp, type TestSession } from '../../../testing/app.ts'
import { auditLogOf } from '../../../testing/audit-log.ts'
import { type MadeFund, makeFund, makePersonOf, makeStaff } from '../../../testing/factories/make-fund.ts'
import { searchAccounts } from '../../accounts/accounts.contract.ts'
import { getAccountName, updateAccountName } from '../account-name.contract.ts'

let portal: TestApp
let fund: MadeFund

beforeAll(async () => {
  portal = await startTestApp()
  fund = await makeFund(portal, { accountName: 'The Finch Fund' })
})
afterAll(() => portal.close())

type Named = { accountId: string; fundId: number }
const bodyOf = (accountName: string, revision: number, { accountId, fundId }: Named) => ({
  data: { type: 'command' as const, attributes: { acknowledgesTerms: true as const, revision } },
  db: { account: { [accountId]: { attributes: { fundId, accountName } } } },
})
const rename = (
  accountName: string,
  {
    revision = 1,
    of = fund,
    as = of.donor.session,
  }: { revision?: number; of?: MadeFund; as?: TestSession } = {},
) =>
  portal.call(
    updateAccountName,
    { params: { fundId: of.fundId }, body: bodyOf(accountName, revision, of) },
    { as },
  )

/** Sends a body as it is, which the endpoint's schema may refuse. */
async function send(body: object, of = fund): Promise<{ status: number; problem: ProblemDocument }> {
  const { statusCode, json } = await portal.app.inject({
    method: 'POST',
    url: `/api/accounts/${of.fundId}/account-name`,
    headers: {
      host: hostOf('npt'),
      origin: originOf('npt'),
      'x-accountid': '0',
      ...of.donor.session.headers,
    },
    payload: body,
  })
  return { status: statusCode, problem: json() }
}

const recordsOf = async ({ accountId }: Named) =>
  (
    await portal.database.admin.query(
      `select subject_id, revision, kind, before_change, after_change, actor_user_id, actor_name, actor_side
       from change_record where account_id = $1 order by revision`,
      [accountId],
    )
  ).rows

describe('renaming an account (§2.9)', () => {
  test('shows the new name at once in the overview and in the search, and records the change', async () => {
    const of = await makeFund(portal, { accountName: 'Heron Giving Fund' })
    const as = of.donor.session
    const { reply } = await rename('  Heron   and Egret Fund ', { of })
    expect(reply).toEqual({ id: of.accountId, accountName: 'Heron and Egret Fund', revision: 2 })
    const params = { fundId: of.fundId }
    expect((await portal.call(getAccountOverview, { params }, { as })).reply.accountName).toBe(
      'Heron and Egret Fund (Active)',
    )
    expect((await portal.call(getAccountName, { params }, { as })).reply).toEqual(reply)
    const found = await portal.call(searchAccounts, { query: { keywords: 'egret' } }, { as })
    expect(found.reply.data.map(({ fundId }) => fundId)).toEqual([of.fundId])
    expect(await recordsOf(of)).toEqual([
      {
        subject_id: of.accountId,
        revision: 2,
        kind: 'account-renamed',
        before_change: { accountName: 'Heron Giving Fund' },
        after_change: { accountName: 'Heron and Egret Fund' },
        actor_user_id: of.donor.user.userId,
        actor_name: `${of.donor.user.firstName} ${of.donor.user.lastName}`,
        actor_side: 'fund',
      },
    ])
  })

  test('sent twice, is recorded once', async () => {
    const of = await makeFund(portal)
    const answers = [await rename('Wren Fund', { of }), await rename('Wren Fund', { of })]
    expect(answers.map(({ reply }) => reply.revision)).toEqual([2, 2])
    expect(await recordsOf(of)).toHaveLength(1)
  })

  test.each([
    ['an empty name', '', 'Enter an account name'],
    ['spaces only', '   ', 'Enter an account name'],
    ['121 characters', 'x'.repeat(121), 'Use a name of 120 characters or fewer'],
    ['two lines', 'Finch\nFund', 'Enter this on one line'],
    [
      'a change of direction',
      'Finch \u202eFund',
      'Remove the hidden characters that change the text direction',
    ],
    ['hidden characters only', '\u200b\u2060', 'Enter an account name'],
    ['punctuation only', '- - -', 'Use a name with letters or numbers'],
  ])('refuses %s (§5)', async (_case, accountName, message) => {
    const { status, problem } = await send(bodyOf(accountName, 1, fund))
    expect([status, problem.errors]).toEqual([400, { accountName: [message] }])
  })

  test.each([
    ['without the acknowledgment', { acknowledgesTerms: false, revision: 1 }, 'acknowledgesTerms'],
    ['without a revision', { acknowledgesTerms: true }, 'revision'],
    ['with revision 0', { acknowledgesTerms: true, revision: 0 }, 'revision'],
  ])('is refused %s (§5)', async (_case, attributes, field) => {
    const body = bodyOf('Unacknowledged', 1, fund)
    const { status, problem } = await send({ ...body, data: { type: 'command', attributes } })
    expect([status, Object.keys(problem.errors ?? {})]).toEqual([400, [field]])
  })

  test.each([
    ['another account', () => ({ accountId: '01890000-0000-7000-8000-000000000000', fundId: fund.fundId })],
    ['another fund id', () => ({ accountId: fund.accountId, fundId: 123456 })],
  ])('is refused for %s than that of the address', async (_case, named) => {
    const { status, problem } = await send(bodyOf('Elsewhere', 1, named()))
    expect([status, problem.type]).toEqual([400, 'urn:almoner:problem:account-mismatch'])
  })

  test('is refused for two accounts at once', async () => {
    const other = await makeFund(portal)
    const body = bodyOf('Both', 1, fund)
    const both = { ...body.db.account, ...bodyOf('Both', 1, other).db.account }
    expect((await send({ ...body, db: { account: both } })).status).toBe(400)
    expect(await recordsOf(other)).toEqual([])
  })

  test.each([
    ['without write access', { writeAccess: false }, 400],
    ['that is immobile', { status: 'Immobile' }, 400],
    ['that is closed', { status: 'Closed' }, 400],
    ['that is not open yet', { status: 'Entered' }, 400],
  ] as const)('is refused to the donor of an account %s (§14)', async (_case, about, status) => {
    const of = await makeFund(portal, about)
    const records = await recordsOf(of)
    const answer = await rename('Refused', { of })
    expect([answer.status, answer.problem.title]).toEqual([status, 'Access denied.'])
    expect(await recordsOf(of)).toEqual(records)
  })

  test('is possible for staff in an immobile account (§14)', async () => {
    const of = await makeFund(portal, { status: 'Immobile' })
    const { session } = await makeStaff(portal)
    expect((await rename('Estate of Finch', { of, as: session })).status).toBe(200)
  })
})

describe('two people who rename an account', () => {
  test('the second sees who changed the name and when, and may then replace it', async () => {
    const of = await makeFund(portal, { accountName: 'First name' })
    const joint = await makePersonOf(portal, of, 'joint_donor')
    await rename('By the donor', { of })
    const refused = await rename('By the joint donor', { of, as: joint.session })
    expect(refused.status).toBe(409)
    const { firstName, lastName } = of.donor.user
    expect(refused.problem.otherEdits).toEqual({
      revision: 2,
      changes: [
        {
          field: 'accountName',
          before: 'First name',
          after: 'By the donor',
          by: `${firstName} ${lastName}`,
          at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        },
      ],
    })
    const again = await rename('By the joint donor', { of, as: joint.session, revision: 2 })
    expect(again.reply.revision).toBe(3)
  })

  test('at the same moment: one of them is refused', async () => {
    const of = await makeFund(portal)
    const joint = await makePersonOf(portal, of, 'joint_donor')
    const answers = await Promise.all([rename('One', { of }), rename('Other', { of, as: joint.session })])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await recordsOf(of)).toHaveLength(1)
  })

  test('donors read the sponsor’s name for its staff, staff read the person’s', async () => {
    const of = await makeFund(portal)
    const staff = await makeStaff(portal, { firstName: 'Tabitha', lastName: 'Underhill' })
    await rename('By the staff', { of, as: staff.session })
    const by = async (as: TestSession) =>
      (await rename('Later', { of, as })).problem.otherEdits?.changes[0]?.by
    expect(await by(staff.session)).toBe('Tabitha Underhill')
    expect(await by(of.donor.session)).not.toMatch(/Tabitha|Underhill/)
  })

  test('a revision that was never stored is refused', async () => {
    expect((await rename('From the future', { revision: 9 })).status).toBe(409)
  })
})

describe('the record of changes', () => {
  test('is in the audit log by its digest, which reveals an altered, a removed and an added record', async () => {
    const of = await makeFund(portal)
    await rename('Recorded', { of })
    const log = await auditLogOf(portal.database)
    const verify = () => verifyChanges(log.realmDb, portal.databases.book('npt'), 'npt')
    expect((await log.verify({ now: new Date(0) })).finding).toBeNull()
    const intact = await verify()
    expect(intact.finding).toBeNull()
    expect(intact.records).toBeGreaterThan(0n)
    const where = `where account_id = '${of.accountId}'`
    await log.tamper(`create table saved as select * from change_record ${where}`)
    await log.tamper(`update change_record set actor_name = 'Somebody else' ${where}`)
    expect((await verify()).finding).toMatch(/^change .* was altered$/)
    await log.tamper(`delete from change_record ${where}`)
    expect((await verify()).finding).toMatch(/^change .* is missing$/)
    await log.tamper(
      'insert into change_record select * from saved',
      `update saved set change_id = uuidv7(), revision = 99`,
      'insert into change_record select * from saved',
    )
    expect((await verify()).finding).toBe('1 of its changes have no event in the audit log')
    await log.tamper(`delete from change_record ${where} and revision = 99`, 'drop table saved')
    expect((await verify()).finding).toBeNull()
  })

  test('cannot be changed or removed, and no name can change without it', async () => {
    const db = portal.databases.book('npt')
    const failure = (work: Promise<unknown>) =>
      work.then(
        () => null,
        (error: Error) => error.message,
      )
    const { admin } = portal.database
    expect(await failure(admin.query(`update change_record set kind = 'relationship-ended'`))).toMatch(
      /append-only/,
    )
    expect(await failure(admin.query('delete from change_record'))).toMatch(/append-only/)
    expect(
      await failure(
        db.updateTable('fund_account').set({ account_name: 'Unrecorded', revision: 7 }).execute(),
      ),
    ).toMatch(/changed without a record/)
  })

  test('is all that a book can write into the audit log', async () => {
    const db = portal.databases.book('npt')
    const forged = { kind: 'signed-in', user_id: fund.donor.user.userId, at: new Date(), detail: '{}' }
    await expect(db.insertInto('audit_inbox').values(forged).execute()).rejects.toThrow(/permission denied/)
    await expect(db.selectFrom('audit_event').selectAll().execute()).rejects.toThrow(/permission denied/)
  })
})
