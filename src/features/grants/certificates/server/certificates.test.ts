import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { npt } from '../../../../clients/configuration/npt.ts'
import { canonicalJson } from '../../../../domain/canonical-json.ts'
import { certificateHeads } from '../../../../server/audit/record-certificate-heads.ts'
import { hostOf, startTestApp, type TestApp, type TestSession } from '../../../../testing/app.ts'
import { testClock } from '../../../../testing/clock.ts'
import { withoutTriggers } from '../../../../testing/database/without-triggers.ts'
import { makeCharity } from '../../../../testing/factories/make-charity.ts'
import { type MadeFund, makeFund, makeStaff, type Person } from '../../../../testing/factories/make-fund.ts'
import { makeGrant } from '../../../../testing/factories/make-grant.ts'
import { pdfFaults } from '../../../../testing/pdf-faults.ts'
import { readPdf } from '../../../../testing/read-pdf.ts'
import { linesOfBook, verifyBook } from './verify-book.ts'
import { digestOfJson, linesOfText, verifyCertificates } from './verify-certificates.ts'

const clock = testClock('2026-03-16T15:00:00Z')
let portal: TestApp
let fund: MadeFund
let reviewer: Person
beforeAll(async () => {
  portal = await startTestApp({ clock })
  fund = await makeFund(portal)
  reviewer = await makeStaff(portal)
})
afterAll(() => portal.close())

async function* inParts(text: string) {
  yield text
}
const verifyText = (text: string) => verifyCertificates(linesOfText(inParts(text)))

const download = async (path: string, as: TestSession) => {
  const { statusCode, body, rawPayload, headers } = await portal.app.inject({
    url: `/api/${path}`,
    headers: { host: hostOf('npt'), 'x-accountid': '0', ...as.headers },
  })
  return { status: statusCode, body, bytes: rawPayload, headers }
}
const textOf = async (pdf: Buffer) => JSON.stringify(await readPdf(pdf))
const staffPath = (grantId: string, format = 'json') => `grants/${grantId}/certificates?format=${format}`
const donorPath = (grantId: string, of = fund, format = 'json') =>
  `accounts/${of.fundId}/grants/${grantId}/certificates?format=${format}`

/** What the property of the chain asks of a book. */
const bookReport = () => verifyBook(portal.databases.realm('npt'), portal.databases.book('npt'), 'npt')

describe('the certificates of a grant', () => {
  test('verify for the donor and for staff, who alone read the reason and the person', async () => {
    const grantId = await makeGrant(portal, fund, { approvedBy: reviewer })
    const donor = await download(donorPath(grantId), fund.donor.session)
    expect(await verifyText(donor.body)).toMatchObject({ certificates: 2, withInternal: 0, finding: null })
    const staff = await download(staffPath(grantId), reviewer.session)
    expect(await verifyText(staff.body)).toMatchObject({ certificates: 2, withInternal: 2, finding: null })
    expect(staff.body).toContain('"reason":"Checked"')
    expect(donor.body).not.toContain('Checked')
    expect(donor.body).not.toContain(reviewer.user.userId)
    const [recommended, approved] = donor.body
      .trimEnd()
      .split('\n')
      .map(text => JSON.parse(text).certificate.record)
    expect(recommended).toMatchObject({
      decision: { what: 'recommend', step: 1, side: 'fund' },
      grant: { amountMinor: '25000', currency: 'USD', fundId: String(fund.fundId) },
      charity: {
        class509: '509(a)(1), publicly supported: 170(b)(1)(A)(vi)',
        foundationCode: '15',
        deductibilityCode: '1',
      },
      eligibility: { outcome: 'yes', reason: 'public-charity' },
    })
    expect(approved).toMatchObject({ decision: { what: 'approve', by: null, side: 'sponsor' } })
  })

  test('are in the canonical form also with signs that JSON escapes, and in a file that one changed byte breaks', async () => {
    const name = 'Café “Ö” \\ / \u2028 \u007f \t 🪶 דּ'
    const { charityId } = await makeCharity(portal.databases, { name })
    const grantId = await makeGrant(portal, fund, { charityId, approvedBy: reviewer })
    const { body } = await download(staffPath(grantId), reviewer.session)
    expect(body).toContain('🪶')
    expect(await verifyText(body)).toMatchObject({ certificates: 2, finding: null })
    const bytes = Buffer.from(body)
    for (let at = 0; at < bytes.length - 1; at += 7) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect((await verifyText(changed.toString())).finding, `byte ${at}`).not.toBeNull()
    }
  })

  test('are a tagged PDF too', async () => {
    const grantId = await makeGrant(portal, fund, { approvedBy: reviewer })
    const staff = await textOf((await download(staffPath(grantId, 'pdf'), reviewer.session)).bytes)
    expect(staff).toContain('Internal reason')
    const { bytes } = await download(donorPath(grantId, fund, 'pdf'), fund.donor.session)
    expect(await pdfFaults(bytes, { locale: 'en-US' })).toEqual([])
    const donor = await textOf(bytes)
    expect(donor).toContain(npt.sponsor.legalName)
    expect(donor).toContain(npt.sponsor.number)
    expect(donor).toContain('Class under section 509(a)')
    expect(donor).not.toContain('Internal reason')
  })

  test('are not found by another fund, nor for a grant that does not exist', async () => {
    const grantId = await makeGrant(portal, fund)
    const other = await makeFund(portal)
    expect((await download(donorPath(grantId, other), other.donor.session)).status).toBe(404)
    expect((await download(donorPath(grantId), other.donor.session)).status).toBe(404)
    expect((await download(staffPath(randomUUID()), reviewer.session)).status).toBe(404)
    expect((await download(staffPath(grantId), fund.donor.session)).status).not.toBe(200)
    expect((await download(`${staffPath(grantId)}x`, reviewer.session)).status).toBe(400)
  })
})

describe('the chain of a book', () => {
  test('has no gap after grants at the same time, and none of a grant that was rolled back', async () => {
    const funds = await Promise.all([1, 2, 3, 4].map(() => makeFund(portal)))
    const { charityId } = await makeCharity(portal.databases)
    await Promise.all(
      funds.flatMap(each =>
        [1, 2, 3].map(units => makeGrant(portal, each, { charityId, amountMinor: BigInt(units) * 300_00n })),
      ),
    )
    await expect(makeGrant(portal, fund, { charityId, amountMinor: 900_000_000_00n })).rejects.toThrow()
    expect(await bookReport()).toMatchObject({ finding: null, isWhole: true })
    const { rows } = await portal.database.admin.query('select from grant_certificate_inbox')
    expect(rows).toEqual([])
  })

  test('is compared with the audit log, which its owner cannot rewrite', async () => {
    const record = certificateHeads(portal.databases, [{ name: 'npt', realm: 'npt' }])
    await makeGrant(portal, fund, { amountMinor: 700_00n })
    await record('npt', clock.now())
    await record('npt', clock.now())
    // A server that starts has forgotten what it recorded.
    await certificateHeads(portal.databases, [{ name: 'npt', realm: 'npt' }])('npt', clock.now())
    const { rows } = await portal.database.admin.query<{ number: string }>(
      `select detail ->> 'number' as number from audit_event where kind = 'grant-certificates-counted'`,
    )
    expect(rows).toHaveLength(1)
    expect(await bookReport()).toMatchObject({ finding: null, isWhole: true })
    await withoutTriggers(portal.database.admin, 'delete from grant_certificate where number = $1', [
      rows[0]?.number,
    ])
    expect((await bookReport()).finding).toBe(
      `certificate ${rows[0]?.number} is missing or another than the audit log has`,
    )
  })

  test('shows a certificate that was altered, or taken out', async () => {
    const lines: string[] = []
    for await (const line of linesOfBook(portal.databases.book('npt'))) lines.push(line)
    const without = lines.filter((_line, index) => index !== 1)
    expect(await verifyText(without.join('\n'))).toMatchObject({ isWhole: false, finding: null })
    const forged = lines.map((line, index) => {
      if (index !== 1) return line
      const { certificate, ...others } = JSON.parse(line)
      const changed = { ...certificate, record: { ...certificate.record, version: 2 } }
      return canonicalJson({ ...others, certificate: changed, digest: digestOfJson(changed) })
    })
    expect((await verifyText(forged.join('\n'))).finding).toBe(
      'line 3, certificate 3, does not follow the one before it',
    )
    expect((await verifyText([...lines].reverse().join('\n'))).finding).toContain('is after certificate')
  })

  test('cannot be written, changed or shortened by the program', async () => {
    const db = portal.databases.book('npt')
    await expect(sql`delete from grant_certificate`.execute(db)).rejects.toThrow('permission denied')
    await expect(
      sql`insert into grant_certificate (book, number, grant_id, step, certificate, internal, digest)
        values ('npt', 1000, uuidv7(), 1, '{}', '{}', sha256(''))`.execute(db),
    ).rejects.toThrow('permission denied')
    await expect(portal.database.admin.query('delete from grant_certificate')).rejects.toThrow()
  })
})

test.each([
  ['', 0],
  ['{}', null],
  ['null', null],
  ['[1]', null],
  ['x'.repeat(3_000_000), null],
  ['{"certificate":{},"digest":"00"}', null],
])('says of a file that is no certificate that it is none', async (text, certificates) => {
  const report = await verifyText(text)
  if (certificates === 0) expect(report).toMatchObject({ certificates, isWhole: false, finding: null })
  else expect(report.finding).toBe('line 1 is not a certificate')
})
