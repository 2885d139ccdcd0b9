import { afterAll, beforeAll, expect, test } from 'vitest'
import { hostOf, startTestApp, type TestApp } from '../../../testing/app.ts'
import { makeConfirmedFinding } from '../../../testing/factories/make-confirmed-finding.ts'
import { makeFund, makeStaff, type Person } from '../../../testing/factories/make-fund.ts'
import { readPdf } from '../../../testing/read-pdf.ts'

let portal: TestApp
let staff: Person
beforeAll(async () => {
  portal = await startTestApp()
  staff = await makeStaff(portal)
})
afterAll(() => portal.close())

const download = (findingId: string, as: Person, client = 'npt') =>
  portal.app.inject({
    url: `/api/screening-findings/${findingId}/record`,
    headers: { host: hostOf(client), ...as.session.headers },
  })

test('the record of a confirmed finding is a tagged PDF with both names, the report’s day and the account (§13)', async () => {
  const fund = await makeFund(portal)
  const findingId = await makeConfirmedFinding(portal, {
    kind: 'person',
    id: fund.donor.user.userId,
    decidedBy: staff.user.userId,
  })
  const reply = await download(findingId, staff)
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'application/pdf'])
  const { markInfo, structure } = await readPdf(reply.rawPayload)
  expect(markInfo).toMatchObject({ Marked: true })
  // Ten banking days after Friday, January 2, 2026.
  for (const text of ['Our name', 'Their name', 'January 16, 2026', `Account ID ${fund.fundId}`, 'OFAC'])
    expect(structure.text).toContain(text)
  const { rows } = await portal.database.admin.query(
    `select from audit_event where kind = 'file-exported' and user_id = $1`,
    [staff.user.userId],
  )
  expect(rows).toHaveLength(1)
})

test('the record of another realm’s finding does not exist (§13)', async () => {
  const findingId = await makeConfirmedFinding(portal, {
    kind: 'charity',
    id: 'US-EIN-990000001',
    decidedBy: staff.user.userId,
  })
  const stranger = await makeStaff(portal, { realm: 'rathbones' })
  expect((await download(findingId, stranger, 'rathbones')).statusCode).toBe(404)
})
