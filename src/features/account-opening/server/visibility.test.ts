import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { onFund, openingCalls } from '../../../testing/account-opening.ts'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { completeDraft } from '../../../testing/example-draft.ts'
import { makeApplication } from '../../../testing/factories/make-application.ts'
import { pngOf } from '../../../testing/factories/make-file.ts'
import {
  type MadeFund,
  makeFund,
  makePersonOf,
  makeStaff,
  type Person,
} from '../../../testing/factories/make-fund.ts'
import { commandOf } from '../../../testing/signing.ts'
import {
  type AccountApplication,
  addSupportingDocument,
  downloadSupportingDocument,
  getApplication,
  listApplications,
  startApplication,
  withdrawApplication,
} from '../account-opening.contract.ts'
import { claimApplication, getApplicationReview, listApplicationQueue } from '../review.contract.ts'

let portal: TestApp
let calls: ReturnType<typeof openingCalls>
let fund: MadeFund
let advisor: Person
let application: AccountApplication

beforeAll(async () => {
  portal = await startTestApp()
  calls = openingCalls(portal)
  fund = await makeFund(portal)
  advisor = await makePersonOf(portal, fund, 'primary_advisor')
  application = await calls.begin(advisor, 'advisor', onFund(fund))
})
afterAll(() => portal.close())

const statusFor = async (as: Person, client?: string) =>
  (
    await portal.call(
      getApplication,
      { params: { applicationId: application.applicationId } },
      { as: as.session, ...(client === undefined ? {} : { client }) },
    )
  ).status

describe('an application (§14)', () => {
  test('exists for its starter and for reviewers, and for nobody else', async () => {
    const colleague = await makePersonOf(portal, fund, 'primary_advisor').catch(() => null)
    expect(colleague).toBeNull()
    const banker = await makePersonOf(portal, fund, 'banker')
    const grantsTeam = await makeStaff(portal, {
      roles: [{ role: 'super_user', actions: ['SUPER_DASHBOARD_VIEW', 'GRANT_APPROVE'] }],
    })
    expect([await statusFor(advisor), await statusFor(await makeStaff(portal))]).toEqual([200, 200])
    for (const other of [fund.donor, banker, grantsTeam]) expect(await statusFor(other)).toBe(404)
  })

  test('does not exist at another client, whose staff review their own alone', async () => {
    const foreign = await makeStaff(portal, { realm: 'rathbones' })
    expect(await statusFor(foreign, 'rathbones')).toBe(404)
    const { status } = await portal.call(
      getApplicationReview,
      { params: { applicationId: application.applicationId } },
      { as: foreign.session, client: 'rathbones' },
    )
    expect(status).toBe(404)
  })

  test('waits for another reviewer when its owner can’t review applications any more', async () => {
    const applicationId = await makeApplication(portal.databases)
    const params = { applicationId }
    const [owner, reader] = [
      await makeStaff(portal, { firstName: 'Ada', lastName: 'Finch' }),
      await makeStaff(portal),
    ]
    const claim = async (as: Person) =>
      (await portal.call(claimApplication, { params, body: commandOf({ claims: true }) }, { as: as.session }))
        .status
    const shown = async () => {
      const { data } = (
        await portal.call(listApplicationQueue, { query: { first: 500 } }, { as: reader.session })
      ).reply
      const row = data.find(each => each.applicationId === applicationId)
      const { reply } = await portal.call(getApplicationReview, { params }, { as: reader.session })
      return [row, reply].map(each => [each?.owner, each?.formerOwner])
    }
    expect(await claim(owner)).toBe(200)
    expect(await shown()).toEqual([
      ['Ada Finch', null],
      ['Ada Finch', null],
    ])
    await portal.database.admin.query(
      `update user_role set state = 'ended', ended_at = now(), end_reason = 'Moved' where user_id = $1`,
      [owner.user.userId],
    )
    expect(await shown()).toEqual([
      [null, 'Ada Finch'],
      [null, 'Ada Finch'],
    ])
    expect(await claim(owner)).toBe(400)
    expect(await claim(reader)).toBe(200)
    expect((await shown())[0]?.[1]).toBeNull()
  })

  test('is changed by its starter alone: a reviewer sees it and is refused', async () => {
    const staff = await makeStaff(portal)
    const saved = await calls.save(application, { account: completeDraft.account }, staff)
    expect([saved.status, saved.problem.title]).toEqual([400, 'Access denied.'])
    const withdrawn = await portal.call(
      withdrawApplication,
      { params: { applicationId: application.applicationId }, body: commandOf({}) },
      { as: staff.session },
    )
    expect(withdrawn.status).toBe(400)
  })

  test('is started only by people who may open accounts, each in their own role', async () => {
    const start = async (as: Person, startedAs: 'donor' | 'advisor' | 'banker' | 'staff') =>
      (
        await portal.call(
          startApplication,
          { body: commandOf({ startedAs }) },
          { as: as.session, idempotencyKey: randomUUID(), fundId: fund.fundId },
        )
      ).status
    const viewer = await makePersonOf(portal, fund, 'viewer')
    const joint = await makePersonOf(portal, fund, 'joint_donor')
    expect(await start(viewer, 'donor')).toBe(400)
    expect(await start(joint, 'donor')).toBe(400)
    expect(await start(advisor, 'donor')).toBe(400)
    expect(await start(fund.donor, 'staff')).toBe(400)
    expect(await start(fund.donor, 'donor')).toBe(200)
  })

  test('is started once by a double click, and listed for its starter alone', async () => {
    const idempotencyKey = randomUUID()
    const start = () =>
      portal.call(
        startApplication,
        { body: commandOf({ startedAs: 'advisor' as const }) },
        { as: advisor.session, idempotencyKey, fundId: fund.fundId },
      )
    const [one, other] = await Promise.all([start(), start()])
    expect(one.reply.applicationId).toBe(other.reply.applicationId)
    const listed = async (as: Person) =>
      (await portal.call(listApplications, {}, { as: as.session })).reply.data.map(
        ({ applicationId }) => applicationId,
      )
    expect((await listed(advisor)).filter(id => id === one.reply.applicationId)).toHaveLength(1)
    expect(await listed(fund.donor)).not.toContain(one.reply.applicationId)
  })

  test('refuses the later of two concurrent edits, and loses nothing of the first', async () => {
    const fresh = await calls.begin(advisor, 'advisor', onFund(fund))
    const [one, other] = await Promise.all([
      calls.save(fresh, { account: { ...completeDraft.account, accountName: 'First' } }, advisor),
      calls.save(fresh, { account: { ...completeDraft.account, accountName: 'Second' } }, advisor),
    ])
    expect([one.status, other.status].toSorted()).toEqual([200, 409])
    const stored = await calls.read(fresh.applicationId, advisor)
    const winner = one.status === 200 ? 'First' : 'Second'
    expect([stored.revision, stored.draft?.account.accountName]).toEqual([2, winner])
  })
})

describe('the supporting documents of an application', () => {
  test('open for the starter and reviewers, and are not found by anyone else', async () => {
    const params = { applicationId: application.applicationId }
    const query = { name: 'Reisepass Zoë.png', type: 'identity' as const }
    const added = await portal.call(
      addSupportingDocument,
      { params, query, upload: pngOf(4, 3) },
      { as: advisor.session },
    )
    expect(added.reply).toMatchObject({ type: 'identity', fileName: 'Reisepass Zoë.png' })
    const read = async (as: Person) =>
      (
        await portal.call(
          downloadSupportingDocument,
          { params: { ...params, documentId: added.reply.documentId } },
          { as: as.session },
        )
      ).status
    expect([await read(advisor), await read(await makeStaff(portal)), await read(fund.donor)]).toEqual([
      200, 200, 404,
    ])
    const other = await calls.begin(advisor, 'advisor', onFund(fund))
    const elsewhere = await portal.call(
      downloadSupportingDocument,
      { params: { applicationId: other.applicationId, documentId: added.reply.documentId } },
      { as: advisor.session },
    )
    expect(elsewhere.status).toBe(404)
  })
})
