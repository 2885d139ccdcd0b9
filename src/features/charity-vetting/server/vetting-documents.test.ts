import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { rotateKeys } from '../../../server/files/rotate-keys.ts'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { testClock } from '../../../testing/clock.ts'
import { pdfOf } from '../../../testing/factories/make-file.ts'
import { type MadeFund, makeFund, makeStaff, type Person } from '../../../testing/factories/make-fund.ts'
import { recommend, recommendation } from '../../../testing/factories/make-grant.ts'
import { followLink } from '../../../testing/follow-link.ts'
import { vettingCalls, vettingFields } from '../../../testing/vetting-calls.ts'
import { searchCharities } from '../../charities/charities.contract.ts'
import { downloadVettingDocument, type Vetting } from '../vettings.contract.ts'
import { ownerOfVettingDocument } from './vetting-documents.ts'

const clock = testClock('2026-11-02T15:00:00Z')
let portal: TestApp
let one: Person
let two: Person
let number = 0
let calls: ReturnType<typeof vettingCalls>

beforeAll(async () => {
  portal = await startTestApp({ clock })
})
afterAll(() => portal.close())
beforeEach(async () => {
  clock.set('2026-11-02T15:00:00Z')
  number += 1
  calls = vettingCalls(portal, () => ({ one, two, number }))
  one = await makeStaff(portal)
  two = await makeStaff(portal, { firstName: 'Basil', lastName: 'Thorne' })
})

const find = async (fund: MadeFund, keywords: string) =>
  (await portal.call(searchCharities, { query: { keywords } }, { as: fund.donor.session })).reply.data.map(
    ({ charityId }) => charityId,
  )

describe('a vetting', () => {
  test('belongs to one realm: another sponsor neither finds the organization nor reads its documents', async () => {
    const { charityId, vettingId, documents } = await calls.vetted()
    const other = await makeFund(portal, { book: 'ubs' })
    const staff = await makeStaff(portal, { realm: 'ubs' })
    expect(await find(other, vettingFields(number).name)).toEqual([])
    expect(await find(other, charityId)).toEqual([])
    expect(await calls.list(staff)).toEqual([])
    expect(await calls.list(staff, charityId)).toEqual([])
    const params = { vettingId, documentId: documents[0]?.documentId ?? '' }
    expect((await portal.call(downloadVettingDocument, { params }, { as: staff.session })).status).toBe(404)
    expect((await calls.addDocument(vettingId, { as: staff })).status).toBe(404)
    expect((await calls.confirm(vettingId, staff)).status).toBe(404)
    expect((await calls.decline(vettingId, staff)).status).toBe(404)
    expect((await calls.enter({ charityId }, { as: staff })).status).toBe(404)
    const granted = await recommend(portal, other, recommendation(charityId))
    expect(granted.status).toBe(400)
  })

  test('sends its documents to staff alone, as they were uploaded', async () => {
    const { vettingId, documents } = await calls.vetted()
    const params = { vettingId, documentId: documents[0]?.documentId ?? '' }
    const { reply } = await portal.call(downloadVettingDocument, { params }, { as: two.session })
    const sent = await followLink(portal, reply.href, two.session)
    expect(sent.statusCode).toBe(200)
    expect(Buffer.compare(sent.rawPayload, pdfOf())).toBe(0)
    const { donor } = await makeFund(portal)
    expect((await portal.call(downloadVettingDocument, { params }, { as: donor.session })).status).toBe(404)
  })

  test('records each download once, and its link works in the session that asked for it alone', async () => {
    const { vettingId, documents } = await calls.vetted()
    const documentId = documents[0]?.documentId ?? ''
    const ask = async () =>
      (await portal.call(downloadVettingDocument, { params: { vettingId, documentId } }, { as: two.session }))
        .reply.href
    const href = await ask()
    expect((await followLink(portal, href, one.session)).statusCode).toBe(404)
    for (const _ of [1, 2]) expect((await followLink(portal, href, two.session)).statusCode).toBe(200)
    const { rows } = await portal.database.admin.query(
      `select user_id, detail ->> 'vetting' as vetting from audit_event
        where kind = 'vetting-paper-downloaded' and detail ->> 'document' = $1`,
      [documentId],
    )
    expect(rows).toEqual([{ user_id: two.user.userId, vetting: vettingId }])
    const late = await ask()
    clock.advance(61_000)
    expect((await followLink(portal, late, two.session)).statusCode).toBe(404)
  })

  test('is created once for one key, and confirmed once under concurrent requests', async () => {
    const idempotencyKey = randomUUID()
    const [first, second] = await Promise.all([
      calls.enter({}, { idempotencyKey }),
      calls.enter({}, { idempotencyKey }),
    ])
    expect(first.reply.charityId).toBe(second.reply.charityId)
    const { vettingId } = first.reply
    await calls.addDocument(vettingId)
    const three = await makeStaff(portal)
    const both = await Promise.all([calls.confirm(vettingId), calls.confirm(vettingId, three)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test.each([
    ['ends today', { expiresOn: '2026-11-02' as Vetting['expiresOn'] }, 'expiresOn'],
    ['ends in four years', { expiresOn: '2030-11-02' as Vetting['expiresOn'] }, 'expiresOn'],
    ['has the basis of another country', { basis: 'hmrc-recognised' as never }, 'basis'],
    ['has no state in the United States', { usState: '' }, 'usState'],
  ])('that %s is refused at its field', async (_name, changed, field) => {
    const { problem } = await calls.enter(changed)
    expect(Object.keys(problem.errors ?? {})).toEqual([expect.stringContaining(field)])
  })

  test('accepts up to 10 files, and only documents', async () => {
    const { vettingId } = (await calls.enter()).reply
    expect((await calls.addDocument(vettingId, { upload: Buffer.from('<script>') })).status).toBe(400)
    for (let document = 1; document <= 8; document += 1)
      expect((await calls.addDocument(vettingId)).status).toBe(200)
    const three = await Promise.all([1, 2, 3].map(() => calls.addDocument(vettingId)))
    expect(three.map(({ status }) => status).sort()).toEqual([200, 200, 400])
  })

  test('cannot be confirmed by the person who entered it or without a document, nor changed afterwards; the database refuses it too', async () => {
    const admin = (sql: string, vettingId: string) => portal.database.admin.query(sql, [vettingId])
    const decided = `note = 'x', decided_by_name = 'x', decided_at = now()`
    const { vettingId } = (await calls.enter()).reply
    const own = `update charity_vetting set state = 'vetted', decided_by = proposed_by, ${decided} where vetting_id = $1`
    await expect(admin(own, vettingId)).rejects.toMatchObject({ constraint: 'has_paper' })
    await calls.addDocument(vettingId)
    await expect(admin(own, vettingId)).rejects.toMatchObject({ constraint: 'two_people' })
    await calls.decline(vettingId)
    await expect(
      admin(`update charity_vetting set state = 'vetted' where vetting_id = $1`, vettingId),
    ).rejects.toMatchObject({ constraint: 'vetting_state' })
  })

  test('requires a step-up and the permission', async () => {
    const { vettingId } = (await calls.enter()).reply
    await calls.addDocument(vettingId)
    const { donor } = await makeFund(portal)
    expect((await calls.confirm(vettingId, donor)).problem.type).toMatch(/access-denied$/)
    clock.advance(10 * 60 * 1000)
    expect((await calls.confirm(vettingId)).problem.type).toContain('step-up-needed')
  })

  test('rotates the keys of its documents like those of account documents', async () => {
    await calls.vetted()
    const { keys } = portal.documentFiles
    const rotated = await rotateKeys({
      db: portal.databases.realm('npt'),
      keys: { ...keys, currentKeyId: 'the next one' },
      table: 'charity_vetting_paper',
      ownerOf: id => ownerOfVettingDocument('npt', id),
    })
    expect(rotated.failed).toEqual([])
    expect(rotated.rotated).toBeGreaterThan(0)
  })
})
