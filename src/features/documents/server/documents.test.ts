import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AccountRole } from '../../../domain/account-roles.ts'
import { hostOf, startTestApp, type TestApp, type TestSession } from '../../../testing/app.ts'
import { testClock } from '../../../testing/clock.ts'
import { makeDocument } from '../../../testing/factories/make-document.ts'
import { type MadeFund, makeFund, makePersonOf, makeStaff } from '../../../testing/factories/make-fund.ts'
import { downloadDocument, listDocuments } from '../documents.contract.ts'
import { type DocumentType, documentTypeNames } from '../domain/document-types.ts'
import { keyOfDocument } from './store-document.ts'

const clock = testClock()
let portal: TestApp
beforeAll(async () => {
  portal = await startTestApp({ clock })
})
afterAll(() => portal.close())

const list = ({ fundId }: MadeFund, as: TestSession, query = {}) =>
  portal.call(listDocuments, { params: { fundId }, query }, { as })
const linkTo = (
  { fundId, accountId }: MadeFund,
  documentId: string,
  as: TestSession,
  about: { type?: DocumentType; entityId?: string } = {},
) =>
  portal.call(
    downloadDocument,
    {
      params: { fundId, documentId },
      query: { entityId: about.entityId ?? accountId, type: about.type ?? 'statement' },
    },
    { as },
  )
/** As a browser follows the link: by its cookie alone. */
const get = (href: string, as: TestSession | null, headers: Record<string, string> = {}) =>
  portal.app.inject({
    method: 'GET',
    url: href,
    headers: { host: hostOf(as?.client ?? 'npt'), ...(as ? { cookie: as.headers.cookie } : {}), ...headers },
  })
const auditOf = async (documentId: string) =>
  (
    await portal.database.admin.query<{ kind: string; user_id: string }>(
      `select kind, user_id from audit_event where detail ->> 'document' = $1 order by seq`,
      [documentId],
    )
  ).rows
const withoutTrace = (text: string) => ({ ...JSON.parse(text), traceId: undefined })

describe('the list of documents (§2.8)', () => {
  test('shows ten a page, newest first, and continues after the last', async () => {
    const fund = await makeFund(portal)
    for (let day = 1; day <= 12; day += 1)
      await makeDocument(portal, fund, { name: `Statement ${day}`, at: new Date(Date.UTC(2026, 9, day, 15)) })
    const first = (await list(fund, fund.donor.session)).reply
    expect(first.data).toHaveLength(10)
    expect(first.data[0]).toMatchObject({
      fileName: 'Statement 12.pdf',
      type: 'statement',
      addedDate: '2026-10-12',
      readers: null,
      deletionDate: null,
    })
    expect(first.meta.total).toBe(12)
    const second = (await list(fund, fund.donor.session, { after: first.meta.next })).reply
    expect(second.data.map(row => row.fileName)).toEqual(['Statement 2.pdf', 'Statement 1.pdf'])
    const byName = (await list(fund, fund.donor.session, { sort: 'fileName', first: 2 })).reply
    expect(byName.data.map(row => row.fileName)).toEqual(['Statement 1.pdf', 'Statement 10.pdf'])
  })

  test('filters by type', async () => {
    const fund = await makeFund(portal)
    await makeDocument(portal, fund)
    await makeDocument(portal, fund, { type: 'tax', name: 'Receipt' })
    const { data, meta } = (await list(fund, fund.donor.session, { type: 'tax' })).reply
    expect([data.map(row => row.fileName), meta.total]).toEqual([['Receipt.pdf'], 1])
    expect((await list(fund, fund.donor.session, { type: 'letters' as never })).status).toBe(400)
  })

  test('names the readers to those who manage documents only', async () => {
    const fund = await makeFund(portal)
    await makeDocument(portal, fund, { type: 'instruction' })
    const { session } = await makePersonOf(portal, fund, 'service_team')
    expect((await list(fund, session)).reply.data[0]?.readers).toEqual([
      'donor',
      'joint_donor',
      'service_team',
    ])
  })
})

/** Written a second time on purpose: the test compares the program's table with this one. */
const readable: Record<string, DocumentType[]> = {
  donor: [
    'statement',
    'contribution',
    'application',
    'tax',
    'agreement',
    'instruction',
    'correspondence',
    'other',
  ],
  joint_donor: [
    'statement',
    'contribution',
    'application',
    'tax',
    'agreement',
    'instruction',
    'correspondence',
    'other',
  ],
  viewer: ['statement'],
  primary_advisor: ['statement', 'contribution', 'application', 'agreement', 'correspondence'],
  banker: ['statement'],
  service_team: [...documentTypeNames],
}

describe('readers of documents (§14)', () => {
  let fund: MadeFund
  const documents = new Map<DocumentType, string>()
  beforeAll(async () => {
    fund = await makeFund(portal)
    for (const type of documentTypeNames)
      documents.set(type, await makeDocument(portal, fund, { type, name: type }))
  })

  test.each(Object.keys(readable))(
    'a %s lists and downloads the types of their role, and no other',
    async role => {
      const { session } = await makePersonOf(portal, fund, role as AccountRole)
      const { data } = (await list(fund, session, { first: 50 })).reply
      expect(data.map(row => row.type).sort()).toEqual([...(readable[role] ?? [])].sort())
      for (const [type, documentId] of documents) {
        const { status } = await linkTo(fund, documentId, session, { type })
        expect([type, status]).toEqual([type, readable[role]?.includes(type) ? 200 : 404])
      }
    },
  )

  test('staff with a role on the realm read all, but not by a few permissions that lack DOCUMENT_VIEW', async () => {
    const staff = await makeStaff(portal)
    const auditor = await makeStaff(portal, { roles: [{ role: 'auditor', actions: null }] })
    for (const { session } of [staff, auditor])
      expect((await list(fund, session)).reply.meta.total).toBe(documentTypeNames.length)
    const approver = await makeStaff(portal, {
      roles: [{ role: 'super_user', actions: ['ACCOUNT_DETAIL_VIEW', 'GRANT_APPROVE'] }],
    })
    expect((await list(fund, approver.session)).reply.meta.total).toBe(0)
    const documentId = documents.get('statement') ?? ''
    expect((await linkTo(fund, documentId, approver.session)).status).toBe(404)
    // Documents without the nine sections, but no statement.
    const clerk = await makeStaff(portal, {
      roles: [{ role: 'super_user', actions: ['ACCOUNT_DETAIL_VIEW', 'DOCUMENT_VIEW', 'FUND_FEES_VIEW'] }],
    })
    expect((await list(fund, clerk.session)).reply.data.map(row => row.type)).not.toContain('statement')
    expect((await linkTo(fund, documentId, clerk.session)).status).toBe(404)
  })

  test('a document may name other readers', async () => {
    const documentId = await makeDocument(portal, fund, { type: 'tax', readers: ['banker'] })
    const banker = await makePersonOf(portal, fund, 'banker')
    expect((await linkTo(fund, documentId, banker.session, { type: 'tax' })).status).toBe(200)
    expect((await linkTo(fund, documentId, fund.donor.session, { type: 'tax' })).status).toBe(404)
  })

  test('unknown, foreign, misnamed and unreadable documents are answered alike', async () => {
    const { session } = fund.donor
    const [other, elsewhere] = [await makeFund(portal), await makeFund(portal, { book: 'rathbones' })]
    const statement = documents.get('statement') ?? ''
    const attempts = [
      linkTo(fund, randomUUID(), session),
      linkTo(fund, await makeDocument(portal, other), session),
      linkTo(fund, await makeDocument(portal, elsewhere), session),
      linkTo(fund, documents.get('identity') ?? '', session, { type: 'identity' }),
      linkTo(fund, statement, session, { type: 'tax' }),
      linkTo(fund, statement, session, { entityId: other.accountId }),
    ]
    const answers = await Promise.all(attempts)
    for (const { status, problem } of answers) {
      expect(status).toBe(404)
      expect({ ...problem, traceId: '' }).toEqual({ ...answers[0]?.problem, traceId: '' })
    }
  })
})

describe('a download', () => {
  const plain = randomBytes(200_000)
  const started = async (as?: TestSession) => {
    const fund = await makeFund(portal)
    const documentId = await makeDocument(portal, fund, { name: 'Übersicht 2026', bytes: plain })
    const session = as ?? (await portal.sessionFor(fund.donor.user))
    const { href } = (await linkTo(fund, documentId, session)).reply
    return { fund, documentId, session, href }
  }

  test('sends the bytes as an attachment that nothing caches, with one audit event', async () => {
    const { documentId, session, href, fund } = await started()
    const answer = await get(href, session, { 'accept-encoding': 'gzip, br' })
    expect(answer.statusCode).toBe(200)
    expect(answer.rawPayload.equals(plain)).toBe(true)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="Ubersicht 2026.pdf"; filename*=UTF-8''%C3%9Cbersicht%202026.pdf`,
      'cache-control': 'no-store',
      'accept-ranges': 'bytes',
      'content-length': '200000',
      'x-content-type-options': 'nosniff',
    })
    expect(answer.headers['content-security-policy']).toContain('sandbox')
    await get(href, session, { range: 'bytes=0-99' })
    await Promise.all([get(href, session), get(href, session)])
    expect(await auditOf(documentId)).toEqual([
      { kind: 'document-added', user_id: null },
      { kind: 'document-downloaded', user_id: fund.donor.user.userId },
    ])
  })

  test('sends ranges, and the whole file for a range of another version', async () => {
    const { session, href } = await started()
    const part = await get(href, session, { range: 'bytes=65530-131080' })
    expect([part.statusCode, part.headers['content-range']]).toEqual([206, 'bytes 65530-131080/200000'])
    expect(part.rawPayload.equals(plain.subarray(65_530, 131_081))).toBe(true)
    const beyond = await get(href, session, { range: 'bytes=200000-' })
    expect([beyond.statusCode, beyond.headers['content-range']]).toEqual([416, 'bytes */200000'])
    const known = { range: 'bytes=0-9', 'if-range': String(part.headers.etag) }
    expect((await get(href, session, known)).statusCode).toBe(206)
    expect((await get(href, session, { ...known, 'if-range': '"other"' })).statusCode).toBe(200)
  })

  test('must start within 60 seconds, and then serves ranges for 10 minutes', async () => {
    const late = await started()
    clock.advance(60_000)
    const expired = await get(late.href, late.session)
    expect([expired.statusCode, expired.json().detail]).toEqual([
      404,
      'This link has expired. Please download the document again.',
    ])
    expect(await auditOf(late.documentId)).toHaveLength(1)
    const { href, session } = await started()
    clock.advance(59_000)
    expect((await get(href, session)).statusCode).toBe(200)
    clock.advance(599_000)
    expect((await get(href, session, { range: 'bytes=5-' })).statusCode).toBe(206)
    clock.advance(1_000)
    expect((await get(href, session, { range: 'bytes=5-' })).statusCode).toBe(404)
  })

  test('works only in the session that asked for it', async () => {
    const { fund, href } = await started()
    const second = await portal.sessionFor(fund.donor.user)
    const stranger = (await makeFund(portal)).donor.session
    const unknown = await get('/documents/usd/unknown', second)
    expect(unknown.statusCode).toBe(404)
    for (const other of [second, stranger]) {
      const answer = await get(href, other)
      expect(answer.statusCode).toBe(404)
      expect(withoutTrace(answer.body)).toEqual(withoutTrace(unknown.body))
    }
    expect((await get(href, null)).statusCode).toBe(401)
    expect((await get(href.replace('/usd/', '/gbp/'), second)).statusCode).toBe(404)
  })

  test('ends with the right to read, also between two ranges', async () => {
    const fund = await makeFund(portal)
    const viewer = await makePersonOf(portal, fund, 'viewer')
    const documentId = await makeDocument(portal, fund)
    const { href } = (await linkTo(fund, documentId, viewer.session)).reply
    expect((await get(href, viewer.session)).statusCode).toBe(200)
    await portal.database.admin.query(
      `update account_relationship r set ended_at = now() from party p
        where p.party_id = r.party_id and p.user_id = $1`,
      [viewer.user.userId],
    )
    expect((await get(href, viewer.session, { range: 'bytes=5-' })).statusCode).toBe(404)
  })

  test('fails without sending anything if the stored bytes were altered', async () => {
    const { fund, documentId, session, href } = await started()
    const { files } = portal
    const key = keyOfDocument(fund.book, documentId)
    const stored = (await files.get(key)) ?? Buffer.alloc(0)
    stored.writeUInt8((stored[0] ?? 0) ^ 1, 0)
    await files.put(key, stored)
    expect((await get(href, session)).statusCode).toBe(500)
  })
})
