import { hash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tasks } from '../../../app/server/jobs.ts'
import { books } from '../../../clients/clients.ts'
import type { Permission } from '../../../contract/permissions.ts'
import type { IsoDate } from '../../../domain/dates.ts'
import { runDueWork } from '../../../server/jobs/due-work.ts'
import { startJobWorker } from '../../../server/jobs/worker.ts'
import { hostOf, startTestApp, type TestApp, type TestSession } from '../../../testing/app.ts'
import { testClock } from '../../../testing/clock.ts'
import { makeContribution, makeEntry } from '../../../testing/factories/make-contribution.ts'
import { type MadeFund, makeFund, makePersonOf, makeStaff } from '../../../testing/factories/make-fund.ts'
import { jobSettings } from '../../../testing/jobs.ts'
import { jobsDone } from '../../../testing/mailbox.ts'
import { readPdf } from '../../../testing/read-pdf.ts'
import { downloadDocument, listDocuments } from '../../documents/documents.contract.ts'
import { rulesOf } from '../../documents/domain/document-types.ts'
import { keyOfDocument } from '../../documents/server/store-document.ts'
import { feePostings, marketPostings } from '../../ledger/domain/postings.ts'
import { quarterlyStatements } from './make-statements.ts'

let portal: TestApp
let fund: MadeFund
beforeAll(async () => {
  portal = await startTestApp({ clock: testClock() })
  fund = await makeFund(portal, { balanceMinor: 0n })
  await makeContribution(portal.databases, fund, 10_000_00n, { on: '2026-06-30' })
  await makeContribution(portal.databases, fund, 500_00n, { on: '2026-07-01' })
  await makeContribution(portal.databases, fund, 2_000_00n, { on: '2026-08-01', into: 'excluded' })
  await add('loss', '2026-09-30', marketPostings(fund.accountId, -44_44n))
  await add('administrative_fee', '2026-10-01', feePostings(fund.accountId, 15_00n))
})
afterAll(() => portal.close())

const add = (
  kind: 'loss' | 'gain' | 'administrative_fee',
  on: string,
  postings: ReturnType<typeof feePostings>,
) => makeEntry(portal.databases, fund, { kind, on, postings })

/** The due work of npt on a day. The fifth banking day of October 2026 is the 7th. */
const workOn = (day: string) => {
  const book = books.find(({ name }) => name === 'npt')
  if (!book) throw new Error('no book npt')
  return runDueWork([quarterlyStatements], {
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
    // The program stood still on the 7th.
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
    expect(body + html).not.toMatch(/12,455|10,455|500\.00|2,000/)
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
    const { markInfo, structure } = await readPdf(pdf)
    expect(markInfo).toMatchObject({ Marked: true })
    for (const words of [
      'Beginning Balance on July 1, 2026',
      '12,455.56',
      '(44.44)',
      'Available Balance',
      '10,455.56',
    ])
      expect(structure.text).toContain(words)
    expect(structure.text).not.toContain('15.00')
  })

  test('have the figures that were recorded at the time, also after a later entry for the quarter', async () => {
    await add('gain', '2026-09-29', marketPostings(fund.accountId, 7_00n))
    const [{ document_id: documentId }] = await statementsOf()
    // From the postings themselves, and not from the subtotals that the statement read.
    const recompute = (isCounted: string) =>
      query(
        `select coalesce(sum(p.amount_minor), 0)::text as ending,
           coalesce(sum(p.amount_minor) filter (where p.effective_date < s.from_day), 0)::text as beginning,
           coalesce(sum(p.amount_minor) filter (where p.section = 3 and p.effective_date >= s.from_day), 0)::text as gains
         from account_statement s join posting p on p.book = s.book and p.account_id = s.account_id
           join journal_entry e on e.book = p.book and e.entry_id = p.entry_id
         where s.document_id = $1 and p.effective_date <= s.to_day and ${isCounted}`,
        documentId,
      )
    const [{ figures }] = await statementsOf()
    const stored = {
      ending: figures.endingMinor,
      beginning: figures.beginningMinor,
      gains: figures.sections[3],
    }
    const then =
      'pg_visible_in_snapshot(e.recorded_in, s.figures_snapshot) and e.recorded_at <= s.recorded_at'
    expect(await recompute(then)).toEqual([stored])
    expect(stored).toEqual({ ending: '1245556', beginning: '1000000', gains: '-4444' })
    expect(await recompute('true')).toEqual([{ ...stored, ending: '1246256', gains: '-3744' }])
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
    expect((await readPdf(rawPayload)).structure.text).toContain('(15.00)')
  })

  test('refuses a reversed range, one in the future, and another fund’s donor', async () => {
    expect((await savePdf(fund.donor.session, 'from=2026-10-02&to=2026-10-01')).statusCode).toBe(400)
    expect((await savePdf(fund.donor.session, 'from=2026-10-02&to=2027-10-01')).statusCode).toBe(400)
    expect((await savePdf((await makeFund(portal)).donor.session)).statusCode).toBeGreaterThanOrEqual(403)
  })
})
