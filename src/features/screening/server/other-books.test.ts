import { afterAll, beforeAll, expect, test } from 'vitest'
import { isoDate } from '../../../domain/dates.ts'
import { keysOf } from '../../../domain/keys-of.ts'
import { freshFindingsOf } from '../../../testing/access-matrix/fresh-findings.ts'
import { hostOf, startTestApp, type TestApp, type TestSession } from '../../../testing/app.ts'
import { makeConfirmedFinding } from '../../../testing/factories/make-confirmed-finding.ts'
import { makeFund, makeStaff } from '../../../testing/factories/make-fund.ts'
import { makeGrant } from '../../../testing/factories/make-grant.ts'
import { readPdf } from '../../../testing/read-pdf.ts'
import { findingSteps } from '../domain/finding.ts'
import { decideFinding, getFinding, recordFindingReport } from '../findings.contract.ts'

// The access matrix asks as each person of one realm for a finding of another. Here are each step of a decision, and two books of one realm.

let portal: TestApp
beforeAll(async () => {
  portal = await startTestApp()
})
afterAll(() => portal.close())

const recordOf = (findingId: string, { client, headers }: TestSession) =>
  portal.app.inject({
    url: `/api/screening-findings/${findingId}/record`,
    headers: { host: hostOf(client), ...headers },
  })

test('another realm’s finding is not there: not for any step, its report or its record', async () => {
  const fresh = freshFindingsOf(portal, 'nptuk')
  const { session } = await makeStaff(portal)
  for (const findingId of [await fresh.freshFinding(), await fresh.freshConfirmedFinding()]) {
    const params = { findingId }
    const row = () =>
      portal.database.admin.query('select * from screening_finding where finding_id = $1', [findingId])
    const { rows } = await row()
    const statuses = [(await portal.call(getFinding, { params }, { as: session })).status]
    for (const step of keysOf(findingSteps)) {
      const body = { data: { type: 'command' as const, attributes: { step, reason: 'Another realm' } } }
      statuses.push((await portal.call(decideFinding, { params, body }, { as: session })).status)
    }
    const attributes = { reportedOn: isoDate('2026-02-02'), reference: 'BLK-1' }
    const body = { data: { type: 'command' as const, attributes } }
    statuses.push((await portal.call(recordFindingReport, { params, body }, { as: session })).status)
    expect([...new Set(statuses)]).toEqual([404])
    expect((await recordOf(findingId, session)).statusCode).toBe(404)
    expect((await row()).rows).toEqual(rows)
  }
})

test('at the other book of its realm, a finding names no account and no grant of the book that it concerns', async () => {
  const fund = await makeFund(portal, { book: 'nptuk', accountName: 'Winslow Family Fund' })
  const grantId = await makeGrant(portal, fund)
  const staff = await makeStaff(portal, { realm: 'nptuk' })
  const findingId = await makeConfirmedFinding(portal, {
    ...{ kind: 'person', id: fund.donor.user.userId, realm: 'nptuk', decidedBy: staff.user.userId },
  })
  const readAt = async (client: string) => {
    const session = await portal.sessionFor(staff.user, { client })
    const { reply } = await portal.call(getFinding, { params: { findingId } }, { as: session })
    const record = await recordOf(findingId, session)
    expect(record.statusCode).toBe(200)
    return { reply, record: JSON.stringify(await readPdf(record.rawPayload)) }
  }
  const own = await readAt('nptuk')
  expect(own.reply).toMatchObject({ accounts: [{ fundId: fund.fundId }], grants: [{ grantId }] })
  expect(own.record).toContain('Winslow Family Fund')
  const other = await readAt('nptukusd')
  expect(other.reply).toMatchObject({ findingId, accounts: [], grants: [] })
  expect(other.record).not.toContain('Winslow')
})
