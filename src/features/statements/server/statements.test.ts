import { hash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tasks } from '../../../app/server/jobs.ts'
import { books, clientOfBook } from '../../../clients/clients.ts'
import type { Permission } from '../../../contract/permissions.ts'
import type { IsoDate } from '../../../domain/dates.ts'
import { portalOf } from '../../../server/heavy-work/requester.ts'
import { runDueWork } from '../../../server/jobs/due-work.ts'
import { startJobWorker } from '../../../server/jobs/worker.ts'
import { hostOf, startTestApp, type TestApp, type TestSession } from '../../../testing/app.ts'
import { testClock } from '../../../testing/clock.ts'
import { makeContribution, makeEntry } from '../../../testing/factories/make-contribution.ts'
import { type MadeFund, makeFund, makePersonOf, makeStaff } from '../../../testing/factories/make-fund.ts'
import { makeGrant } from '../../../testing/factories/make-grant.ts'
import { jobSettings } from '../../../testing/jobs.ts'
import { jobsDone } from '../../../testing/mailbox.ts'
import { pdfFaults } from '../../../testing/pdf-faults.ts'
import { readPdf } from '../../../testing/read-pdf.ts'
import { recomputeFigures } from '../../../testing/recompute-figures.ts'
import { downloadDocument, listDocuments } from '../../documents/documents.contract.ts'
import { rulesOf } from '../../documents/domain/document-types.ts'
import { keyOfDocument } from '../../documents/server/store-document.ts'
import type { EntryKind } from '../../ledger/domain/entry.ts'
import {
  excludedReleasePostings,
  feePostings,
  marketPostings,
  otherPostings,
  transferPostings,
} from '../../ledger/domain/postings.ts'
import { postReversal } from '../../ledger/server/post-reversal.ts'
import { quarterlyStatements } from './make-statements.ts'
import { readFigures } from './statement-figures.ts'
import { writeStatement } from './write-statement.ts'

let portal: TestApp
let fund: MadeFund
let feeId: string
beforeAll(async () => {
  const clock = testClock('2026-09-15T15:00:00Z')
  portal = await startTestApp({ clock })
  fund = await makeFund(portal, { balanceMinor: 0n })
  const other = await makeFund(portal)
  const { accountId } = fund
  await makeContribution(portal.databases, fund, 10_000_00n, { on: '2026-06-30' })
  await makeContribution(portal.databases, fund, 500_00n, { on: '2026-07-01' })
  await makeContribution(portal.databases, fund, 2_000_00n, { on: '2026-08-01', into: 'excluded' })
  await add('release', '2026-08-02', excludedReleasePostings(accountId, 400_00n))
  await add('administrative_fee', '2026-08-03', feePostings(accountId, 12_00n))
  await add('other', '2026-08-04', otherPostings(accountId, -1_50n), 'Postage')
  await add('transfer', '2026-08-05', transferPostings(other.accountId, accountId, 70_00n))
  await add('transfer', '2026-08-06', transferPostings(accountId, other.accountId, 20_00n))
  await makeGrant(portal, fund, { amountMinor: 250_00n })
  await add('loss', '2026-09-30', marketPostings(accountId, -44_44n))
  feeId = await add('administrative_fee', '2026-10-01', feePostings(accountId, 15_00n))
  clock.set('2026-11-20T15:00:00Z')
  fund = { ...fund, donor: { ...fund.donor, session: await portal.sessionFor(fund.donor.user) } }
})
afterAll(() => portal.close())

const add = (kind: EntryKind, on: string, postings: ReturnType<typeof feePostings>, comment?: string) =>
  makeEntry(portal.databases, fund, { kind, on, postings, ...(comment === undefined ? {} : { comment }) })

/** The due work of npt on a day. The fifth banking day of October 2026 is the 7th. */
const workOn = (day: string) => {
  const book = books.find(({ name }) => name === 'npt')
  if (!book) throw new Error('no book npt')
  return runDueWork([quarterlyStatements], {
    hour: 12,
    book,
    db: portal.databases.book('npt'),
    today: day as IsoDate,
    now: new Date(`${day}T12:00:00Z`),
    documentFiles: portal.documentFiles,
    signal: new AbortController().signal,
  })
}
const query = async (sql: string, ...values: unknown[]) =>
  (await portal.database.admin.query(sql, values)).rows
const statementsOf = () =>
  query(
    `select s.*, s.from_day::text, s.to_day::text, d.cause, d.state, d.data_key, d.key_id, d.bytes, d.sha256 as document_sha256 from account_statement s
      join document d using (book, document_id) where s.account_id = $1`,
    fund.accountId,
  )

const savePdf = (session: TestSession, range = 'from=2026-07-01&to=2026-09-30') =>
  portal.app.inject({
    url: `/api/accounts/${fund.fundId}/statement?${range}`,
    headers: { host: hostOf('npt'), 'x-accountid': '0', ...session.headers },
  })

describe('quarterly statements (§12)', () => {
  beforeAll(async () => {
    await workOn('2026-10-06')
    expect(await statementsOf()).toEqual([])
    // The program did not run on the 7th.
    expect(await workOn('2026-10-09')).toEqual([])
  })

  test('are made once for each account, also where the work runs again', async () => {
    await workOn('2026-10-12')
    await quarterlyStatements.run({
      book: books.find(({ name }) => name === 'npt') as (typeof books)[number],
      db: portal.databases.book('npt'),
      day: '2026-10-07' as IsoDate,
      now: new Date('2026-10-12T12:00:00Z'),
      documentFiles: portal.documentFiles,
      signal: new AbortController().signal,
    })
    const made = await statementsOf()
    expect(made).toMatchObject([
      {
        state: 'stored',
        cause: `statement:${fund.accountId}:2026-Q3`,
        from_day: '2026-07-01',
        to_day: '2026-09-30',
      },
    ])
  })

  test('are announced to the donors once, without a figure', async () => {
    const [{ document_id: documentId }] = await statementsOf()
    const mails = () =>
      query(
        `select to_address, subject, body, html from outgoing_mail where kind = 'statement-ready' and account_id = $1`,
        fund.accountId,
      )
    const worker = await startJobWorker({
      databases: portal.databases,
      tasks,
      ...jobSettings,
      log: { warn: () => {}, error: () => {} },
    })
    await jobsDone(portal)
    await worker.stop()
    expect(await mails()).toMatchObject([
      { to_address: fund.donor.user.email, subject: 'NPT Giving: Your statement is ready' },
    ])
    const [{ body, html }] = await mails()
    expect(body).toContain('for July 1, 2026 to September 30, 2026 is ready')
    expect(body + html).not.toMatch(/12,492|10,642|500\.00|2,000/)
    expect(body).not.toContain(documentId)
  })

  test('store the bytes with their digest, as a tagged PDF with every section', async () => {
    const [made] = await statementsOf()
    const file = {
      key: keyOfDocument('npt', made.document_id),
      dataKey: { keyId: made.key_id, wrapped: made.data_key },
      bytes: made.bytes,
    }
    const parts: Buffer[] = []
    for await (const part of portal.documentFiles.read(file)) parts.push(part)
    const pdf = Buffer.concat(parts)
    expect(hash('sha256', pdf, 'buffer')).toEqual(made.sha256)
    expect(made.document_sha256).toEqual(made.sha256)
    expect(await pdfFaults(pdf, clientOfBook('npt'))).toEqual([])
    const { structure } = await readPdf(pdf)
    for (const words of [
      'Beginning Balance on July 1, 2026',
      '12,492.06',
      '(44.44)',
      'Available Balance',
      '10,642.06',
    ])
      expect(structure.text).toContain(words)
    expect(structure.text).not.toContain('15.00')
  })

  test('have the figures that were recorded at the time, also after a later entry for the quarter', async () => {
    await add('gain', '2026-09-29', marketPostings(fund.accountId, 7_00n))
    const [{ document_id: documentId }] = await statementsOf()
    const [{ figures }] = await statementsOf()
    const recorded =
      'pg_visible_in_snapshot(e.recorded_in, s.figures_snapshot) and e.recorded_at <= s.recorded_at'
    expect(await recomputeFigures(portal.database.admin, documentId, recorded)).toEqual(figures)
    expect(figures).toEqual({
      sections: {
        ...{ 0: '1000000', 1: '250000', 2: '0', 3: '-4444', 4: '-150', 5: '-1200', 6: '0' },
        ...{ 7: '7000', 8: '-2000', 9: '160000', 10: '1249206', 11: '25000' },
      },
      ...{ beginningMinor: '1000000', endingMinor: '1249206', pendingMinor: '25000' },
      ...{ excludedMinor: '160000', availableMinor: '1064206' },
    })
    const today = await recomputeFigures(portal.database.admin, documentId, 'true')
    expect(today).toEqual({
      ...figures,
      sections: { ...figures.sections, 3: '-3744', 10: '1249906' },
      ...{ endingMinor: '1249906', availableMinor: '1064906' },
    })
  })

  test('exist only for those who may see all nine sections (§14)', async () => {
    const [{ document_id: documentId }] = await statementsOf()
    const { needs } = rulesOf('statement')
    expect(needs).toHaveLength(9)
    const input = {
      params: { fundId: fund.fundId, documentId },
      query: { entityId: fund.accountId, type: 'statement' as const },
    }
    const staffWith = async (sections: readonly Permission[]) => {
      const actions: Permission[] = [
        'ACCOUNT_DETAIL_VIEW',
        'DOCUMENT_VIEW',
        'FUND_ACTIVITY_VIEW',
        ...sections,
      ]
      return (await makeStaff(portal, { roles: [{ role: 'super_user', actions }] })).session
    }
    const outcome = async (as: TestSession) => {
      const { reply } = await portal.call(listDocuments, { params: { fundId: fund.fundId } }, { as })
      return {
        isListed: reply.data.some(row => row.documentId === documentId),
        download: (await portal.call(downloadDocument, input, { as })).status,
        saveAsPdf: (await savePdf(as)).statusCode,
      }
    }
    const all = { isListed: true, download: 200, saveAsPdf: 200 }
    expect(await outcome((await makePersonOf(portal, fund, 'joint_donor')).session)).toEqual(all)
    expect(await outcome(await staffWith(needs))).toEqual(all)
    for (const lacking of needs)
      expect(await outcome(await staffWith(needs.filter(each => each !== lacking))), lacking).toEqual({
        isListed: false,
        download: 404,
        saveAsPdf: 404,
      })
  })

  test('a book cannot read or change another book’s statements, nor its own', async () => {
    const foreign = portal.databases.book('rathbones').selectFrom('account_statement').selectAll()
    expect(await foreign.execute()).toEqual([])
    const change = portal.databases.book('npt').updateTable('account_statement').set({ figures: '{}' })
    await expect(change.execute()).rejects.toMatchObject({ code: '42501' })
  })
})

describe('Save as PDF (§2.6)', () => {
  test('has the layout of the statement for the shown range', async () => {
    const { rawPayload, headers, statusCode } = await savePdf(
      fund.donor.session,
      'from=2026-10-01&to=2026-10-31',
    )
    expect(statusCode).toBe(200)
    expect(headers['content-disposition']).toBe('attachment; filename="Statement-2026-10-01-2026-10-31.pdf"')
    expect(headers['cache-control']).toBe('no-store')
    expect(await pdfFaults(rawPayload, clientOfBook('npt'))).toEqual([])
    const { text } = (await readPdf(rawPayload)).structure
    expect(text).toContain('(15.00)')
    const { legalName, number, address } = clientOfBook('npt').sponsor
    for (const line of [legalName, ...address, number]) expect(text).toContain(line)
  })

  test('lists no rows of a section beyond what a statement can list, but all the others and every total', async () => {
    const range = { from: '2026-07-01' as IsoDate, to: '2026-09-30' as IsoDate }
    const { timeZone } = clientOfBook('npt')
    const figures = await readFigures(portal.databases.book('npt'), fund.accountId, range, {
      timeZone,
      maxRows: 3,
    })
    const rowsOf = (section: number) => {
      const found = figures.sections.find(each => each.section === section)
      return [found?.details, found?.rows?.length ?? null]
    }
    expect([1, 3, 4].map(rowsOf)).toEqual([
      [2, 2],
      [2, null],
      [1, 1],
    ])
    const bytes = await writeStatement(
      figures,
      {
        account: { accountName: 'Orchard', fundId: '1' },
        currency: 'USD',
        client: clientOfBook('npt'),
        sponsor: clientOfBook('npt').sponsor,
      },
      portalOf(clientOfBook('npt')),
    )
    const { structure } = await readPdf(Buffer.from(bytes))
    expect(structure.text).toContain('There are 2 entries, which are too many to list here.')
    expect(structure.text).toContain('(37.44)')
  })

  test('says what a correction takes back, why, and which earlier day it is about', async () => {
    const on = '2026-11-19' as IsoDate
    await portal.databases
      .book('npt')
      .transaction()
      .execute(trx =>
        postReversal(trx, feeId, { today: on, comment: 'Wrong tier', actorUserId: randomUUID() }),
      )
    const { rawPayload } = await savePdf(fund.donor.session, 'from=2026-11-01&to=2026-11-20')
    const { text } = (await readPdf(rawPayload)).structure
    expect(text).toMatch(/11\/19\/26|Nov 19, 2026|11\/19\/2026/)
    expect(text).toMatch(/Takes back administrative fee \d+ of October 1, 2026\. Wrong tier/)
  })

  test('refuses a reversed range, one in the future, and another fund’s donor', async () => {
    expect((await savePdf(fund.donor.session, 'from=2026-10-02&to=2026-10-01')).statusCode).toBe(400)
    expect((await savePdf(fund.donor.session, 'from=2026-10-02&to=2027-10-01')).statusCode).toBe(400)
    expect((await savePdf((await makeFund(portal)).donor.session)).statusCode).toBeGreaterThanOrEqual(403)
  })
})
