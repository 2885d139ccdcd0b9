import { describe, expect, test } from 'vitest'
import { Problem } from '../../../../contract/problems.ts'
import { type BacsItem, bacsItems } from '../../../../testing/payments/bacs-files.ts'
import { pain002File } from '../../../../testing/payments/bank-files.ts'
import { camtFile } from '../../../../testing/payments/camt.ts'
import type { OwnAccount } from './bank-line.ts'
import { parseBankFile } from './parse-bank-file.ts'
import { readBankFile } from './read-bank-file.ts'

const own: OwnAccount = {
  bankCode: '000001',
  accountNumber: '00000001',
  currency: 'GBP',
  csv: null,
  others: [],
}
const limits = { lines: 5, elements: 60, attributes: 100 }

const statement = (count: number) =>
  camtFile([
    {
      account: own.accountNumber,
      bank: own.bankCode,
      currency: 'GBP',
      entries: Array.from({ length: count }, () => ({ amount: '1.00', side: 'CRDT' as const })),
    },
  ])
const report = (count: number) =>
  pain002File(12, {
    batch: 'PART',
    transfers: Array.from({ length: count }, (_, index) => ({ reference: `GRANT-${index}`, status: 'ACSC' })),
  })
const advice = (count: number, about: BacsItem = {}) => bacsItems(Array.from({ length: count }, () => about))

function read(text: string, within = limits) {
  try {
    const { lines, report: found } = parseBankFile(Buffer.from(text), own, within)
    return lines.length + (found?.transfers.length ?? 0)
  } catch (failure) {
    return failure instanceof Problem ? failure.detail : String(failure)
  }
}

describe('the limits of a bank file', () => {
  test.each([
    ['a statement', statement],
    ['a report', report],
    ['an advice', advice],
  ])('let %s have as many lines as they say, and no more', (_what, textOf) => {
    expect(read(textOf(5))).toBe(5)
    expect(read(textOf(6))).toBe('The file has more than 5 lines.')
  })

  test.each([
    ['elements', '<x/>'.repeat(60)],
    ['elements with text', '<x>a</x>'.repeat(60)],
    ['attributes', `<x ${Array.from({ length: 100 }, (_, index) => `a${index}='b'`).join(' ')}/>`],
  ])('refuse %s beyond them before they are parsed', (_what, xml) => {
    expect(read(advice(1).replace('</Data>', `${xml}<`))).toMatch(/too large to be read at once/)
  })

  test('do not count what a statement or a report has in its lines', () => {
    const within = { ...limits, elements: 25 }
    expect(read(statement(5), within)).toBe(5)
    expect(read(report(5), within)).toBe(5)
  })
})

describe('the thread that reads bank files', () => {
  const inThread = async (text: string) => {
    const requester = { client: 'npt', person: 'a test', signal: null }
    const { lines, report: found } = await readBankFile(
      async () => new Uint8Array(Buffer.from(text)),
      own,
      requester,
    )
    return lines.length + (found?.transfers.length ?? 0)
  }

  test('reads an AWACS of 30,000 items with two accounts each', { timeout: 60_000 }, async () => {
    const accounts = { ReceiverAccount: {}, NewAccount: { number: '87654321' } }
    const items = Array.from({ length: 30_000 }, () => ({ accounts }))
    expect(await inThread(bacsItems(items, { kind: 'AWACS' }))).toBe(30_000)
  })

  test('reads a report of 10,000 transfers with all that banks repeat of them', {
    timeout: 60_000,
  }, async () => {
    const original = `<Dbtr><Nm>NPT Giving</Nm></Dbtr>${'<Ustrd>A grant of the sponsor</Ustrd>'.repeat(30)}`
    const transfers = Array.from({ length: 10_000 }, (_, index) => ({
      reference: `GRANT-${index}`,
      status: 'RJCT',
      reason: 'AC04',
      original,
    }))
    expect(await inThread(pain002File(12, { transfers }))).toBe(10_000)
  })

  test.each([
    ['elements', `<BACSDocument>${'<y>abc</y>'.repeat(500_000)}</BACSDocument>`, /too large/],
    ['entries', `<BkToCstmrStmt>${'<Ntry/>'.repeat(500_000)}</BkToCstmrStmt>`, /more than 100000 lines/],
  ])('refuses a file of 500,000 %s with a sentence', async (_what, text, sentence) => {
    await expect(inThread(text)).rejects.toMatchObject({ detail: expect.stringMatching(sentence) })
  })
})
