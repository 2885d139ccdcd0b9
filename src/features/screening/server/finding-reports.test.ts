import { afterAll, beforeAll, expect, test } from 'vitest'
import { npt } from '../../../clients/configuration/npt.ts'
import { isoDate } from '../../../domain/dates.ts'
import { freshFindingsOf } from '../../../testing/access-matrix/fresh-findings.ts'
import { hostOf, startTestApp, type TestApp } from '../../../testing/app.ts'
import { testClock } from '../../../testing/clock.ts'
import { confirmFinding } from '../../../testing/factories/confirm-finding.ts'
import { makeAccountHold } from '../../../testing/factories/make-account-hold.ts'
import { makeFund, makeStaff, type Person } from '../../../testing/factories/make-fund.ts'
import { findingCalls } from '../../../testing/payments/finding-calls.ts'
import { pdfFaults } from '../../../testing/pdf-faults.ts'
import { readPdf } from '../../../testing/read-pdf.ts'
import { downloadFindingRecord, listFindings, recordFindingReport } from '../findings.contract.ts'

let portal: TestApp
let staff: Person
const clock = testClock('2026-02-02T15:00:00Z')
const fresh = () => freshFindingsOf(portal, 'npt')

beforeAll(async () => {
  portal = await startTestApp({ clock })
  staff = await makeStaff(portal)
})
afterAll(() => portal.close())

const report = (findingId: string, reportedOn: string, reference = 'BLK-2026-1', as = staff) =>
  portal.call(
    recordFindingReport,
    {
      params: { findingId },
      body: { data: { type: 'command', attributes: { reportedOn: isoDate(reportedOn), reference } } },
    },
    { as: as.session },
  )
const toReport = async () =>
  (
    await portal.call(listFindings, { query: { view: 'to-report', first: 500 } }, { as: staff.session })
  ).reply.data.map(({ findingId }) => findingId)
const events = async (findingId: string) => {
  const { rows } = await portal.database.admin.query(
    `select detail from audit_inbox where kind = 'finding-reported' and detail ->> 'finding' = $1
     union all select detail from audit_event where kind = 'finding-reported' and detail ->> 'finding' = $1`,
    [findingId],
  )
  return rows.length
}

test('a confirmed finding waits for its report until one is recorded; the same report again changes nothing', async () => {
  const findingId = await fresh().freshConfirmedFinding()
  // Ten business days after Saturday, January 3.
  expect((await findingCalls(portal).read(findingId, staff)).reply).toMatchObject({
    reportBy: '2026-01-16',
    reportedOn: null,
  })
  expect(await toReport()).toContain(findingId)
  const first = await report(findingId, '2026-01-12')
  expect(first.reply).toMatchObject({
    reportedOn: '2026-01-12',
    reports: [{ reportedOn: '2026-01-12', reference: 'BLK-2026-1' }],
  })
  const again = await Promise.all([report(findingId, '2026-01-12'), report(findingId, '2026-01-12')])
  for (const { reply } of again) expect(reply.reports).toHaveLength(1)
  expect(await events(findingId)).toBe(1)
  expect(await toReport()).not.toContain(findingId)
  expect((await report(findingId, '2026-01-15', 'BLK-2026-1, corrected')).reply.reports).toHaveLength(2)
})

test('to keep a finding confirmed does not move the day of its report', async () => {
  const findingId = await fresh().freshConfirmedFinding()
  const calls = findingCalls(portal)
  const other = await makeStaff(portal)
  expect((await calls.decide(findingId, 'ask-to-lift', other)).reply).toMatchObject({
    reportBy: '2026-01-16',
  })
  expect((await calls.decide(findingId, 'keep', staff)).reply).toMatchObject({ reportBy: '2026-01-16' })
})

test('a finding that is confirmed again after it was lifted is reported again', async () => {
  const findingId = await fresh().freshConfirmedFinding()
  const calls = findingCalls(portal)
  const other = await makeStaff(portal)
  await report(findingId, '2026-01-12')
  for (const [step, as] of [
    ['ask-to-lift', other],
    ['lift', staff],
    ['reopen', staff],
    ['propose', staff],
  ] as const)
    expect((await calls.decide(findingId, step, as)).status).toBe(200)
  expect((await calls.read(findingId, staff)).reply).toMatchObject({ reportBy: null, reportedOn: null })
  clock.advance(60_000)
  expect((await calls.decide(findingId, 'confirm', other)).reply).toMatchObject({
    reportBy: '2026-02-17',
    reportedOn: null,
  })
  expect(await toReport()).toContain(findingId)
})

test.each([
  ['after today', '2026-02-03'],
  ['before the confirmation', '2026-01-02'],
])('refuses a report %s', async (_when, day) => {
  const refused = await report(await fresh().freshConfirmedFinding(), day)
  expect(refused.problem).toMatchObject({ status: 400, errors: { reportedOn: [expect.any(String)] } })
})

test('refuses the report of what is not confirmed, also in the database, and of another realm’s', async () => {
  const open = await fresh().freshFinding()
  expect((await report(open, '2026-01-12')).status).toBe(409)
  await expect(
    portal.database.admin.query(
      `insert into screening_report (realm, finding_id, reported_on, reference, reported_by, reported_by_name, recorded_at)
       values ('npt', $1, '2026-01-12', 'X', uuidv7(), 'X', now())`,
      [open],
    ),
  ).rejects.toMatchObject({ constraint: 'report_of_confirmed_finding' })
  const foreign = await freshFindingsOf(portal, 'nptuk').freshConfirmedFinding()
  expect((await report(foreign, '2026-01-12')).status).toBe(404)
})

test('keeps reports: not even the owner of the table changes or deletes one', async () => {
  const findingId = await fresh().freshConfirmedFinding()
  await report(findingId, '2026-01-12')
  for (const statement of [
    'delete from screening_report where finding_id = $1',
    `update screening_report set reference = 'another' where finding_id = $1`,
  ])
    await expect(portal.database.admin.query(statement, [findingId])).rejects.toMatchObject({
      constraint: 'decision_is_kept',
    })
})

test('the record is a tagged PDF with the entry, the comparison, the accounts, the decisions and the reports', async () => {
  const fund = await makeFund(portal, { accountName: 'Winslow Family Fund' })
  const findingId = await makeAccountHold(portal, fund)
  await confirmFinding(portal.database.admin, findingId)
  await report(findingId, '2026-01-12', 'BLK-2026-7')
  const file = await portal.app.inject({
    url: `/api/screening-findings/${findingId}/record`,
    headers: { host: hostOf('npt'), ...staff.session.headers },
  })
  expect(file.statusCode).toBe(200)
  expect(await pdfFaults(file.rawPayload, { locale: 'en-US' })).toEqual([])
  const text = JSON.stringify(await readPdf(file.rawPayload))
  for (const said of [
    'Their name',
    'Accounts in US dollars, and their grants that have not left:',
    'Winslow Family Fund',
    String(fund.fundId),
    '1. Awaiting a second person, Sam Second',
    '2. Confirmed, Olive Officer',
    'BLK-2026-7',
    npt.sponsor.legalName,
    npt.sponsor.number,
  ])
    expect(text).toContain(said)
})

test('an unknown record is not found', async () => {
  const foreign = await freshFindingsOf(portal, 'nptuk').freshFinding()
  const missing = await portal.call(
    downloadFindingRecord,
    { params: { findingId: foreign } },
    { as: staff.session },
  )
  expect(missing.status).toBe(404)
})
