import { afterAll, beforeAll, expect, test } from 'vitest'
import { books } from '../../../clients/clients.ts'
import { type IsoDate, isoDate } from '../../../domain/dates.ts'
import { runDueWork } from '../../../server/jobs/due-work.ts'
import { appraisedLine } from '../../../testing/asset-calls.ts'
import { testClock } from '../../../testing/clock.ts'
import { makeExpectedContribution } from '../../../testing/factories/make-contribution-document.ts'
import { jobsDone } from '../../../testing/mailbox.ts'
import { pdfFaults } from '../../../testing/pdf-faults.ts'
import { type PostingWorld, startPostingWorld } from '../../../testing/posting-world.ts'
import { readPdf } from '../../../testing/read-pdf.ts'
import { keyOfDocument } from '../../documents/server/store-document.ts'
import { receiveContribution } from '../contributions.contract.ts'
import type { Payer } from '../domain/payer.ts'
import { receiveAssets } from '../securities/holdings.contract.ts'
import { contributionSummaries } from './make-summaries.ts'
import { nameOfYear, taxYearDueOn } from './summary-text.ts'

// In the first days of a year, when gifts of the year before still arrive.
const clock = testClock('2026-01-12T15:00:00Z')
let world: PostingWorld

beforeAll(async () => {
  world = await startPostingWorld(clock)
})
afterAll(() => world.stop())

const company: Payer = { kind: 'company', name: 'Heron plc', address: null, acceptanceReason: null }
const query = async (sql: string, ...values: unknown[]) =>
  (await world.portal.database.admin.query(sql, values)).rows

async function receive(
  giftDate: IsoDate,
  amountMinor: bigint,
  about: { kind?: 'securities'; payer?: Payer } = {},
) {
  const { kind, payer } = about
  const made = { at: clock.now(), ...(kind === undefined ? {} : { kind }) }
  const { contributionId } = await makeExpectedContribution(world.portal, world.fund, made)
  const attributes = { giftDate, effectiveDate: isoDate('2026-01-11'), ...(payer ? { payer } : {}) }
  const params = { fundId: world.fund.fundId, contributionId }
  const as = { as: world.staff.session, fundId: world.fund.fundId }
  const { status } =
    kind === 'securities'
      ? await world.portal.call(
          receiveAssets,
          {
            params,
            body: {
              data: {
                type: 'command',
                attributes: { ...attributes, method: 'dtc', lines: [appraisedLine(amountMinor)] },
              },
            },
          },
          as,
        )
      : await world.portal.call(
          receiveContribution,
          { params, body: { data: { type: 'command', attributes: { ...attributes, amountMinor } } } },
          as,
        )
  expect(status).toBe(200)
}

const workOn = async (day: IsoDate) => {
  const book = books.find(({ name }) => name === 'npt')
  if (!book) throw new Error('no book npt')
  return await runDueWork([contributionSummaries], {
    ...{ hour: 12, book, db: world.portal.databases.book('npt'), today: day },
    now: new Date(`${day}T17:00:00Z`),
    documentFiles: world.portal.documentFiles,
    signal: new AbortController().signal,
  })
}

test('a tax year is due on the twentieth banking day after its end, in each country', () => {
  expect(taxYearDueOn(isoDate('2027-02-01'), '01-01', 'federal-reserve')).toEqual({
    from: '2026-01-01',
    to: '2026-12-31',
  })
  expect(taxYearDueOn(isoDate('2027-01-29'), '01-01', 'federal-reserve')).toBeNull()
  const british = taxYearDueOn(isoDate('2027-05-04'), '04-06', 'england-and-wales')
  expect(british).toEqual({ from: '2026-04-06', to: '2027-04-05' })
  expect(british && nameOfYear(british)).toBe('2026-27')
})

test('each payer’s receipts of the year are summed up once, to the cent, without a value of securities', async () => {
  await receive(isoDate('2025-12-31'), 1_234_56n)
  await receive(isoDate('2025-03-02'), 100_01n)
  await receive(isoDate('2025-06-30'), 9_999_00n, { kind: 'securities' })
  await receive(isoDate('2026-01-04'), 777_77n)
  await receive(isoDate('2025-05-05'), 50_00n, { payer: company })
  await jobsDone(world.portal)
  // The work begins on a day before.
  expect(await workOn(isoDate('2026-01-29'))).toEqual([])
  expect(await workOn(isoDate('2026-01-31'))).toEqual([])
  await workOn(isoDate('2026-02-01'))
  await jobsDone(world.portal)
  const made = await query(
    `select document_id, name, type, key_id, data_key, bytes from document
      where account_id = $1 and cause like 'contribution-summary:%' order by name`,
    world.fund.accountId,
  )
  expect(made.map(({ name, type }) => `${type}: ${name}`)).toEqual(
    [
      `tax: Contributions 2025, ${world.fund.donor.user.firstName} ${world.fund.donor.user.lastName}.pdf`,
      'tax: Contributions 2025, Heron plc.pdf',
    ].toSorted(),
  )
  const own = made.find(({ name }) => !name.includes('Heron plc'))
  const parts: Buffer[] = []
  const dataKey = { keyId: own.key_id, wrapped: own.data_key }
  const file = { key: keyOfDocument('npt', own.document_id), dataKey, bytes: own.bytes }
  for await (const part of world.portal.documentFiles.read(file)) parts.push(part)
  const pdf = Buffer.concat(parts)
  expect(await pdfFaults(pdf, { locale: 'en-US' })).toEqual([])
  const { text } = (await readPdf(pdf)).structure
  for (const words of ['$1,234.56', '$100.01', '$1,334.57', '120.5 × Heron plc (HRN)', '2026-00000'])
    expect(text).toContain(words)
  expect(text).not.toMatch(/9,999|777\.77|50\.00/)
  const mails = await query(
    `select subject from outgoing_mail where kind = 'contribution-summary-ready' and account_id = $1`,
    world.fund.accountId,
  )
  expect(mails).toEqual([{ subject: 'NPT Giving: Your contributions in 2025' }])
})
