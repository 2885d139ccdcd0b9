import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordAuditEvent } from '../../../server/audit/record-audit-event.ts'
import { hostOf, startTestApp, type TestApp, type TestSession } from '../../../testing/app.ts'
import { makeStaff } from '../../../testing/factories/make-fund.ts'
import { type MadeUser, makeUser } from '../../../testing/factories/make-user.ts'
import { getAuditState, listAuditEvents } from '../audit.contract.ts'

let portal: TestApp
let ann: MadeUser
let staff: TestSession
const noon = (day: number) => new Date(`2026-03-${String(day).padStart(2, '0')}T17:00:00.000Z`)

beforeAll(async () => {
  portal = await startTestApp()
  ann = await makeUser(portal.databases, { firstName: 'Ann', lastName: 'O’Lee_1' })
  const superUser = await makeStaff(portal)
  staff = superUser.session
  const realmDb = portal.databases.realm('npt')
  for (let day = 1; day <= 9; day++)
    await recordAuditEvent(realmDb, {
      kind: day % 3 === 0 ? 'password-refused' : 'signed-in',
      userId: day % 2 === 0 ? ann.userId : null,
      actorUserId: day === 4 ? superUser.user.userId : null,
      at: noon(day),
      address: `192.0.2.${day}`,
      detail: { client: 'npt', reason: `day ${day}` },
    })
  await recordAuditEvent(portal.databases.realm('rathbones'), {
    kind: 'signed-in',
    userId: null,
    at: noon(20),
    address: '192.0.2.1',
    detail: { reason: 'of rathbones' },
  })
})
afterAll(() => portal.close())

const list = async (query: Parameters<typeof listAuditEvents.query.parse>[0] & object) => {
  const { reply } = await portal.call(listAuditEvents, { query }, { as: staff })
  return { days: reply.data.map(({ detail }) => detail.reason?.replace('day ', '')), next: reply.meta.next }
}

test('lists the events of the realm for a super user, newest first, and none of another realm (§11)', async () => {
  const { reply } = await portal.call(listAuditEvents, {}, { as: staff })
  expect(reply.data).toHaveLength(9)
  expect(JSON.stringify(reply)).not.toContain('of rathbones')
  expect(reply.data[0]).toMatchObject({ kind: 'password-refused', person: null, address: '192.0.2.9' })
  expect(reply.data[5]).toMatchObject({
    seq: '4',
    at: '2026-03-04T17:00:00.000Z',
    kind: 'signed-in',
    person: { userId: ann.ssoId, name: 'Ann O’Lee_1' },
    actor: { name: expect.any(String) },
    address: '192.0.2.4',
    client: 'npt',
    detail: { reason: 'day 4' },
    hash: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
})

test('filters events by person, kind, day and address (§11)', async () => {
  expect((await list({ person: 'o’lee_' })).days).toEqual(['8', '6', '4', '2'])
  expect((await list({ person: ann.ssoId.toUpperCase().slice(0, 8) })).days).toEqual(['8', '6', '4', '2'])
  expect((await list({ person: 'OLee Ann' })).days).toEqual(['8', '6', '4', '2'])
  expect((await list({ person: '%' })).days).toEqual([])
  expect((await list({ kind: 'password-refused' })).days).toEqual(['9', '6', '3'])
  expect((await list({ address: '192.0.2.5' })).days).toEqual(['5'])
  expect((await list({ address: '192.0.2.0/30' })).days).toEqual(['3', '2', '1'])
  expect((await list({ person: 'ann', kind: 'password-refused' })).days).toEqual(['6'])
})

test('starts and ends a day at midnight in the sponsor’s time zone (§11)', async () => {
  // 17:00 UTC is the afternoon of the same day in New York; 03:00 UTC is the evening before.
  await recordAuditEvent(portal.databases.realm('npt'), {
    kind: 'signed-out',
    userId: null,
    at: new Date('2026-03-06T03:00:00Z'),
    address: '',
    detail: { reason: 'evening of 5' },
  })
  expect((await list({ from: '2026-03-05', to: '2026-03-05' })).days).toEqual(['evening of 5', '5'])
  expect((await list({ from: '2026-03-08' })).days).toEqual(['9', '8'])
})

test('pages through events without shifting when a new event is added (§11)', async () => {
  const first = await list({ first: 4, from: '2026-03-02', to: '2026-03-09' })
  expect(first.days).toEqual(['9', '8', '7', '6'])
  await recordAuditEvent(portal.databases.realm('npt'), {
    kind: 'signed-in',
    userId: null,
    at: noon(9),
    address: '192.0.2.1',
    detail: { reason: 'meanwhile' },
  })
  const second = await list({ first: 4, from: '2026-03-02', to: '2026-03-09', after: first.next ?? '' })
  expect(second.days).toEqual(['evening of 5', '5', '4', '3'])
  const last = await list({ first: 4, from: '2026-03-02', to: '2026-03-09', after: second.next ?? '' })
  expect(last).toEqual({ days: ['2'], next: null })
})

test('counts what the filter finds with the first page alone (§9)', async () => {
  const query = { first: 2, from: '2026-03-02', to: '2026-03-04' }
  const { reply } = await portal.call(listAuditEvents, { query }, { as: staff })
  expect(reply.meta.total).toBe(3)
  const after = reply.meta.next ?? ''
  const second = await portal.call(listAuditEvents, { query: { ...query, after } }, { as: staff })
  expect(second.reply.meta).toEqual({ total: null, next: null })
})

test('rejects an invalid address or cursor with an error at its field (§8)', async () => {
  for (const query of [
    { address: 'home' },
    { address: '192.0.2.0/33' },
    { address: '1.2.3.4/8/9' },
    { after: 'x' },
    { after: Buffer.from('2026-02-31 10:00:00+00|4').toString('base64url') },
  ]) {
    const { status, problem } = await portal.call(listAuditEvents, { query }, { as: staff })
    expect(status).toBe(400)
    expect(Object.keys(problem.errors ?? {})).toEqual([Object.keys(query)[0]])
  }
})

test('reports the last verification and the last checkpoint (§11)', async () => {
  const before = await portal.call(getAuditState, {}, { as: staff })
  expect(before.reply).toMatchObject({ verified: null, checkpointed: null })
  await portal.databases
    .realm('npt')
    .insertInto('audit_verification')
    .values({ at: noon(10), events: 9n, last_hash: null, finding: 'event 3 is missing' })
    .execute()
  const after = await portal.call(getAuditState, {}, { as: staff })
  expect(after.reply.verified).toEqual({
    at: noon(10).toISOString(),
    events: '9',
    finding: 'event 3 is missing',
  })
  expect(Number(after.reply.events)).toBeGreaterThan(9)
})

test('returns 404 to a donor and 200 to an auditor (§14)', async () => {
  const donor = await portal.sessionFor(ann)
  expect((await portal.call(listAuditEvents, {}, { as: donor })).status).toBe(404)
  const auditor = await makeStaff(portal, { roles: [{ role: 'auditor', actions: null }] })
  expect((await portal.call(listAuditEvents, {}, { as: auditor.session })).status).toBe(200)
})

test('exports the events that the filter finds, in the client’s time, with their numbers and hashes (§11)', async () => {
  const { body, headers } = await portal.app.inject({
    url: '/api/audit-events/export?format=csv&address=192.0.2.0/29&from=2026-03-03&to=2026-03-08',
    headers: { host: hostOf('npt'), 'x-accountid': '0', ...staff.headers },
  })
  expect(headers['content-disposition']).toBe('attachment; filename="audit-log.csv"')
  const rows: Record<string, string>[] = parse(body, { bom: true, columns: true })
  expect(rows.map(row => row['Event number'])).toEqual(['7', '6', '5', '4', '3'])
  expect(rows[3]).toMatchObject({
    'When (America/New_York)': '2026-03-04 12:00:00',
    Who: 'Ann O’Lee_1',
    'User ID': ann.ssoId,
    Event: 'Logged in',
    Reason: 'day 4',
    'IP address': '192.0.2.4',
    Hash: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
  // The export is an event itself, with the session of the person who has the file.
  const { reply } = await portal.call(listAuditEvents, { query: { kind: 'file-exported' } }, { as: staff })
  expect(reply.data).toMatchObject([
    { sessionId: expect.any(String), client: 'npt', detail: { list: 'audit-events/export' } },
  ])
})
