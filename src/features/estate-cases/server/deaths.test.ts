import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { tasks } from '../../../app/server/jobs.ts'
import { npt } from '../../../clients/configuration/npt.ts'
import { getSession } from '../../../contract/session.contract.ts'
import { addJob } from '../../../server/jobs/add-job.ts'
import { type JobWorker, startJobWorker } from '../../../server/jobs/worker.ts'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { caseCalls } from '../../../testing/case-calls.ts'
import { type MadeAccount, makeAccount } from '../../../testing/factories/make-account.ts'
import { makeDocument } from '../../../testing/factories/make-document.ts'
import {
  type MadeFund,
  makeFund,
  makePersonOf,
  makeStaff,
  type Person,
} from '../../../testing/factories/make-fund.ts'
import { makeRelationship } from '../../../testing/factories/make-relationship.ts'
import { jobSettings } from '../../../testing/jobs.ts'
import { jobsDone } from '../../../testing/mailbox.ts'
import { findOrInvite } from '../../people/server/find-or-invite.ts'
import { downloadCaseDocument } from '../estate-cases.contract.ts'
import { getCaseFacts } from '../open-case.contract.ts'
import { syncDeaths } from './sync-deaths.ts'

let portal: TestApp
let worker: JobWorker
let fund: MadeFund
let one: Person
let two: Person
let calls: ReturnType<typeof caseCalls>

beforeAll(async () => {
  portal = await startTestApp()
  worker = await startJobWorker({ databases: portal.databases, tasks, ...jobSettings })
  calls = caseCalls(portal, () => ({ one, two }))
})
afterAll(async () => {
  await worker.stop()
  await portal.close()
})
beforeEach(async () => {
  one = await makeStaff(portal)
  two = await makeStaff(portal)
  fund = await makeFund(portal)
})

/** An account, of which the person of `fund` is the donor. */
async function accountOf(
  { donor }: MadeFund,
  about: Parameters<typeof makeAccount>[1] = {},
  role: 'donor' | 'viewer' = 'donor',
): Promise<MadeAccount> {
  const account = await makeAccount(portal.databases, about)
  await makeRelationship(portal.databases, account, { user: donor.user, role })
  return account
}

const statusOf = async ({ accountId }: MadeAccount): Promise<string> =>
  (
    await portal.database.admin.query<{ status: string }>(
      'select account_status as status from fund_account where account_id = $1',
      [accountId],
    )
  ).rows[0]?.status ?? ''
const casesOf = async ({ accountId }: MadeAccount) =>
  (
    await portal.database.admin.query<{ case_id: string; state: string; document_id: string | null }>(
      'select case_id, state, document_id from estate_case where account_id = $1 order by case_number',
      [accountId],
    )
  ).rows
const sync = async (realm: string) => {
  await addJob(portal.databases.realm(realm), syncDeaths, {})
  await jobsDone(portal)
}

describe('the accounts of a person who died (§17)', () => {
  test('go on hold together, each with its case and a reason; those of which the person is no donor do not', async () => {
    const second = await accountOf(fund)
    const watched = await accountOf(fund, {}, 'viewer')
    const opened = (await calls.openDeath(fund)).reply
    expect([await statusOf(fund), await statusOf(second), await statusOf(watched)]).toEqual([
      'Immobile',
      'Immobile',
      'Active',
    ])
    expect(opened.otherCases).toEqual([expect.objectContaining({ fundId: second.fundId, state: 'opened' })])
    const other = await calls.show(opened.otherCases[0]?.caseId ?? '')
    expect(other).toMatchObject({
      reason: 'The daughter called us',
      documentId: opened.documentId,
      otherCases: [{ caseId: opened.caseId }],
      events: [
        {
          kind: 'opened',
          byName: opened.openedByName,
          text: `With case ${opened.number}: The daughter called us`,
        },
      ],
    })
    const { rows } = await portal.database.admin.query(
      `select after_change ->> 'reason' as reason, actor_user_id as by from change_record
         where account_id = $1 and kind = 'account-status-set'`,
      [second.accountId],
    )
    expect(rows).toEqual([{ reason: 'A donor has died', by: one.user.userId }])
    const link = await portal.call(
      downloadCaseDocument,
      { params: { caseId: other.caseId } },
      { as: two.session },
    )
    expect(link.reply.href).toContain('/documents/')
    expect((await calls.openDeath({ ...second, donor: fund.donor })).problem.detail).toContain(other.number)
    await sync('npt')
    expect(await casesOf(second)).toHaveLength(1)
  })

  test('return together when the case is cancelled, and stay so; one that was on hold before stays on hold', async () => {
    const [second, held] = [await accountOf(fund), await accountOf(fund, { status: 'Immobile' })]
    const { caseId, otherCases } = (await calls.openDeath(fund)).reply
    expect(otherCases).toHaveLength(2)
    expect((await calls.cancel(otherCases[0]?.caseId ?? '')).reply.state).toBe('cancelled')
    await sync('npt')
    expect([await statusOf(fund), await statusOf(second), await statusOf(held)]).toEqual([
      'Active',
      'Active',
      'Immobile',
    ])
    expect((await casesOf(second)).map(({ state }) => state)).toEqual(['cancelled'])
    expect(await calls.show(caseId)).toMatchObject({
      state: 'cancelled',
      events: [{ kind: 'opened' }, { kind: 'cancelled', text: 'Another person' }],
    })
  })

  test('each need a confirmation of their own; a cancellation after one lifts the others alone', async () => {
    const joint = await accountOf(fund)
    const other = await makePersonOf(portal, joint, 'joint_donor')
    const { caseId, otherCases } = (await calls.openDeath(fund)).reply
    const otherCase = otherCases[0]?.caseId ?? ''
    expect((await calls.confirm(otherCase, one)).problem.type).toMatch(/access-denied$/)
    expect((await calls.confirm(otherCase)).reply).toMatchObject({ outcome: 'returned' })
    expect([await statusOf(joint), await statusOf(fund)]).toEqual(['Active', 'Immobile'])
    expect((await portal.call(getSession, {}, { as: other.session })).status).toBe(200)
    await calls.cancel(caseId)
    expect([await statusOf(joint), await statusOf(fund)]).toEqual(['Active', 'Active'])
    expect((await calls.show(otherCase)).state).toBe('completed')
  })

  test('go on hold in the realm’s other book too, where the certificate is named with the confirmation', async () => {
    one = await makeStaff(portal, { realm: 'nptuk' })
    two = await makeStaff(portal, { realm: 'nptuk' })
    const pounds = await makeFund(portal, { book: 'nptuk' })
    const dollars = await accountOf(pounds, { book: 'nptukusd' })
    const { caseId, number } = (await calls.openDeath(pounds)).reply
    await jobsDone(portal)
    await sync('nptuk')
    expect(await statusOf(dollars)).toBe('Immobile')
    const [other, ...more] = await casesOf(dollars)
    expect([other?.document_id, more]).toEqual([null, []])

    const staff = await portal.sessionFor(two.user, { client: 'nptukusd' })
    const there: Person = { user: two.user, session: staff }
    const shown = await calls.show(other?.case_id ?? '', there)
    expect(shown).toMatchObject({ documentName: null, openedByName: expect.stringContaining('Gale') })
    expect(shown.events[0]?.text).toContain(`With case ${number}`)
    expect((await calls.confirm(shown.caseId, there)).problem.errors).toHaveProperty('documentId')
    const letter = await makeDocument(portal, dollars, { type: 'correspondence' })
    expect((await calls.confirm(shown.caseId, there, letter)).problem.errors).toHaveProperty('documentId')
    await calls.cancel(caseId)
    await jobsDone(portal)
    expect(await statusOf(dollars)).toBe('Active')
    expect((await casesOf(dollars)).map(({ state }) => state)).toEqual(['cancelled'])

    await calls.openDeath(pounds)
    await jobsDone(portal)
    const again = (await casesOf(dollars)).at(-1)?.case_id ?? ''
    const certificate = await makeDocument(portal, dollars, { type: 'death-certificate' })
    expect((await calls.confirm(again, there, certificate)).reply.documentId).toBe(certificate)
  })
})

describe('the login of a person who died (§17)', () => {
  test('ends with the confirmation of the second person, and is recorded with the case', async () => {
    const { caseId } = (await calls.openDeath(fund)).reply
    const as = fund.donor.session
    expect((await portal.call(getSession, {}, { as })).status).toBe(200)
    await calls.confirm(caseId)
    await jobsDone(portal)
    expect((await portal.call(getSession, {}, { as })).status).toBe(401)
    const { rows } = await portal.database.admin.query(
      `select kind, actor_user_id as by, session_id, detail ->> 'case' as case, detail ->> 'client' as client
         from audit_event where user_id = $1 and kind = 'access-ended'`,
      [fund.donor.user.userId],
    )
    expect(rows).toEqual([
      {
        kind: 'access-ended',
        by: two.user.userId,
        session_id: expect.any(String),
        case: caseId,
        client: 'npt',
      },
    ])
    const { rows: people } = await portal.database.admin.query(
      'select has_access from app_user where user_id = $1',
      [fund.donor.user.userId],
    )
    expect(people).toEqual([{ has_access: false }])
  })

  test('is not given back: the same name and address get a new login', async () => {
    await calls.confirm((await calls.openDeath(fund)).reply.caseId)
    const { firstName, lastName, email, userId } = fund.donor.user
    const realmDb = portal.databases.realm('npt')
    const person = { firstName, lastName, email }
    const found = await realmDb.transaction().execute(trx => findOrInvite(trx, npt, person, new Date()))
    expect(found).not.toBe(userId)
  })

  test('stays when a closing is confirmed', async () => {
    const other = await makeFund(portal)
    const shares = [{ charityId: null, toFundId: other.fundId, shareHundredths: 10_000 }]
    await calls.confirm((await calls.openClosing(fund, shares)).reply.caseId)
    await jobsDone(portal)
    expect((await portal.call(getSession, {}, { as: fund.donor.session })).status).toBe(200)
  })
})

describe('what a case rests on (§17)', () => {
  test('a death needs a document that was added as a death certificate', async () => {
    const letter = await makeDocument(portal, fund, { type: 'correspondence' })
    expect((await calls.openDeath(fund, { documentId: letter })).problem.errors).toEqual({
      documentId: ['Choose a document that was added as a death certificate'],
    })
    expect(await statusOf(fund)).toBe('Active')
  })

  test('the recipients of a closing can be chosen among the donors’ other active funds', async () => {
    const second = await accountOf(fund)
    await accountOf(fund, { status: 'Immobile' })
    await accountOf(fund, {}, 'viewer')
    const query = { fundId: String(fund.fundId) }
    const { funds } = (await portal.call(getCaseFacts, { query }, { as: one.session })).reply
    expect(funds.map(({ fundId }) => fundId)).toContain(second.fundId)
    expect(funds.filter(({ accountName }) => accountName !== second.accountName).length).toBeLessThanOrEqual(
      1,
    )
  })
})
