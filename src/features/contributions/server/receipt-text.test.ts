import { describe, expect, test } from 'vitest'
import type { Client } from '../../../clients/client.ts'
import { npt } from '../../../clients/configuration/npt.ts'
import { nptuk } from '../../../clients/configuration/nptuk.ts'
import { nptukusd } from '../../../clients/configuration/nptukusd.ts'
import { isoDate } from '../../../domain/dates.ts'
import type { Currency } from '../../../domain/money.ts'
import { portalOf } from '../../../server/heavy-work/requester.ts'
import { drawPdf } from '../../../server/pdf/draw-pdf.ts'
import { readPdf } from '../../../testing/read-pdf.ts'
import { type PayerKind, payerKinds } from '../domain/payer.ts'
import { type Receipt, receiptText, titleOfReceipt } from './receipt-text.ts'

const ofKind = (
  kind: PayerKind,
  { book, sponsor }: Pick<Client, 'book' | 'sponsor'>,
  isSecurities = false,
): Receipt => ({
  number: '2026-000012',
  giftDate: isoDate('2026-03-02'),
  amountMinor: isSecurities ? null : 1_234_56n,
  currency: book.currency satisfies Currency,
  facts: {
    payer: { kind, name: 'Ada Finch', address: '1 Heron Lane\nAmbler, PA 19002' },
    accountName: 'Heron Fund',
    fundId: 123_456,
    transactionId: 1_000_123,
    kind: isSecurities ? 'securities' : 'cash',
    method: isSecurities ? 'dtc' : 'check',
    assets: isSecurities ? [{ ticker: 'HRN', description: 'Heron plc', quantity: '1200.500000' }] : [],
    sponsor: { ...sponsor, address: [...sponsor.address] },
    supersedes: null,
  },
})

/** What a reader of the PDF finds in it. */
async function read(receipt: Receipt, client: Client): Promise<string> {
  const pdf = await drawPdf(
    {
      title: titleOfReceipt(receipt.facts.payer.kind, client),
      text: receiptText(receipt, client),
      ...{ client, origin: '', versionOf: null, createdAt: new Date('2026-03-03T12:00:00Z') },
    },
    portalOf(client),
  )
  return (await readPdf(Buffer.from(pdf))).structure.text
}

const deduction = /deduct|170\(f\)|tax records/

describe('a receipt of a US book, as pdf.js reads it', () => {
  test.each(payerKinds)('to a payer of the kind %s bears the words that the law asks for', async kind => {
    const found = await read(ofKind(kind, npt), npt)
    for (const phrase of [
      'NPT Giving, Inc.',
      'EIN 99-9000001',
      '100 Meetinghouse Square',
      '1 Heron Lane',
      'Ada Finch',
      '2026-000012',
      'Date of gift',
      'March 2, 2026',
      '$1,234.56',
      'Check',
      'provided no goods or services in return',
      'has exclusive legal control over the assets contributed',
      'a public charity described in section 501(c)(3)',
    ])
      expect(found).toContain(phrase)
    expect(found).not.toContain('Gift Aid')
    if (kind === 'sponsor' || kind === 'foundation' || kind === 'ira') {
      expect(found).not.toMatch(deduction)
      expect(found).toContain('acknowledges this')
    } else expect(found).toContain('written acknowledgment that sections 170(f)(8) and 170(f)(18)')
    expect(found.includes('not made as a qualified charitable distribution')).toBe(kind === 'ira')
  })

  test('for securities describes them, and states no amount', async () => {
    const found = await read(ofKind('individual', npt, true), npt)
    expect(found).toContain('Heron plc')
    expect(found).toContain('1,200.5')
    expect(found).toContain('no value of them is stated')
    expect(found).not.toContain('$')
  })
})

describe('a receipt of a British book', () => {
  test.each([
    ['in pounds', nptuk],
    ['in dollars', nptukusd],
  ] as const)('%s says that it is no claim for Gift Aid, and bears no US words', async (_, client) => {
    const found = await read(ofKind('individual', client), client)
    expect(found).toContain('This is not a claim for Gift Aid')
    expect(found).toContain('2 March 2026')
    expect(found).toContain('Cheque')
    expect(found).not.toMatch(deduction)
    expect(found).not.toContain('Internal Revenue Code')
  })

  test('to an IRA says nothing of a charitable distribution', async () => {
    const found = await read(ofKind('ira', nptuk), nptuk)
    expect(found).toContain('acknowledges this')
    expect(found).not.toContain('charitable distribution')
  })

  test('in dollars bears the US words where the setting names the sponsor’s US status', async () => {
    const { usStatus } = npt.sponsor
    const client = { ...nptukusd, sponsor: { ...nptukusd.sponsor, usStatus } }
    const found = await read(ofKind('joint', client), client)
    expect(found).toContain('sections 170(f)(8) and 170(f)(18)')
    expect(found).toContain('This is not a claim for Gift Aid')
  })
})
