import fc from 'fast-check'
import { XmlDocument } from 'libxml2-wasm'
import { describe, expect, test } from 'vitest'
import { npt } from '../../../../clients/configuration/npt.ts'
import { nptuk } from '../../../../clients/configuration/nptuk.ts'
import { rathbones } from '../../../../clients/configuration/rathbones.ts'
import type { IsoDate } from '../../../../domain/dates.ts'
import { bacsFields, nachaFields, readRecord } from '../../../../testing/payments/field-tables.ts'
import { bankName, hasLetterOrDigit } from '../../../charity-profiles/domain/bank-text.ts'
import { writeBacs18 } from './bacs18.ts'
import { writeNacha } from './nacha.ts'
import { writePain001 } from './pain001.ts'
import type { FilePayment } from './payment-file.ts'

const about = {
  runNumber: 12,
  paymentOn: '2026-03-17' as IsoDate,
  made: '2026-03-16T11:05',
  sponsorAddress: '12 Acorn Yard, London WC1X 0XX',
  sponsor: 'NPT Giving',
}

const payment = (country: 'US' | 'GB') =>
  fc.record({
    id: fc.integer({ min: 1_000_000, max: 99_999_999 }),
    amountMinor: fc.bigInt({ min: 1n, max: 9_999_999_999n }),
    // The check of a run refuses names of which a bank can read nothing.
    payeeName: fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
      .filter(name => hasLetterOrDigit(bankName(name, country === 'US' ? 'nacha' : 'bacs18').slice(0, 18))),
    account: fc.integer({ min: 10_000_000, max: 99_999_999 }).map(String),
    bank: fc.constantFrom(
      ...(country === 'US' ? ['011000015', '021000021', '322271627'] : ['089999', '107999']),
    ),
  })

const payments = (country: 'US' | 'GB') =>
  fc.array(payment(country), { minLength: 1, maxLength: 40 }).map(all =>
    all.map(
      ({ id, account, bank, ...rest }, index): FilePayment => ({
        ...rest,
        place: index + 1,
        reference: `GRANT-${id}`,
        payeeAddress: '12 Acorn Yard, London, WC1X 0XX',
        numbers: { country, bank, account },
      }),
    ),
  )

/** A name that begins without blanks and has a letter or a digit. */
const readableName = /^(?! )(?=.*[A-Z0-9])/i

const sum = (all: readonly FilePayment[]) => all.reduce((total, { amountMinor }) => total + amountMinor, 0n)

describe('a NACHA file', () => {
  test('matches the field tables; its counts, totals and hash match its entries', () => {
    fc.assert(
      fc.property(payments('US'), all => {
        const file = writeNacha({ ...about, currency: 'USD', settings: npt.payments, payments: all })
        const lines = file.split('\n').slice(0, -1)
        expect(lines.length % 10).toBe(0)
        const control = lines.findIndex(line => line.startsWith('90'))
        expect(lines.slice(control + 1).every(line => /^9{94}$/.test(line))).toBe(true)
        const records = lines
          .slice(0, control + 1)
          .map(line => readRecord(line, nachaFields[line[0] ?? ''] ?? []))
        const entries = records.filter(record => record['record type'] === '6')
        const hash = entries.reduce((total, entry) => total + BigInt(entry['receiving DFI'] ?? ''), 0n)
        for (const total of records.slice(-2)) {
          expect(BigInt(total['total credit'] ?? '')).toBe(sum(all))
          expect(BigInt(total['entry hash'] ?? '')).toBe(hash % 10_000_000_000n)
          expect(Number(total['entry and addenda count'])).toBe(all.length * 2)
        }
        expect(Number(records.at(-1)?.['block count'])).toBe(lines.length / 10)
        expect(
          entries.map(entry => [
            `${entry['receiving DFI']}${entry['check digit']}`,
            entry['DFI account number']?.trim(),
            BigInt(entry.amount ?? ''),
            entry['identification number']?.trim(),
          ]),
        ).toEqual(
          all.map(each => [each.numbers.bank, each.numbers.account, each.amountMinor, each.reference]),
        )
        expect(new Set(entries.map(entry => entry['trace number'])).size).toBe(all.length)
        for (const entry of entries) expect(entry['receiving company name']).toMatch(readableName)
      }),
      { numRuns: 60 },
    )
  })

  test('refuses an amount that its record does not hold', () => {
    const [one] = fc.sample(payments('US'), 1)
    const tooLarge = (one ?? []).map(each => ({ ...each, amountMinor: 10_000_000_000n }))
    expect(() =>
      writeNacha({ ...about, currency: 'USD', settings: npt.payments, payments: tooLarge }),
    ).toThrow('does not fit')
  })
})

describe('a Bacs Standard 18 file', () => {
  test('matches the field tables; its totals match its payments and its contra', () => {
    fc.assert(
      fc.property(payments('GB'), all => {
        const file = writeBacs18({ ...about, currency: 'GBP', settings: nptuk.payments, payments: all })
        const lines = file.split('\r\n').slice(0, -1)
        const read = (line: string) =>
          readRecord(
            line,
            bacsFields[line.length === 100 ? 'payment' : line.slice(0, 4).replace('EOF', 'HDR')] ?? [],
          )
        const records = lines.map(read)
        expect(lines.map(line => (line.length === 100 ? 'payment' : line.slice(0, 4)))).toEqual([
          'VOL1',
          'HDR1',
          'HDR2',
          'UHL1',
          ...all.map(() => 'payment'),
          'payment',
          'EOF1',
          'EOF2',
          'UTL1',
        ])
        const moved = records.filter(record => 'transaction code' in record)
        const credits = moved.filter(record => record['transaction code'] === '99')
        const [contra] = moved.filter(record => record['transaction code'] === '17')
        expect(BigInt(contra?.['amount in pence'] ?? '')).toBe(sum(all))
        expect(contra?.['destination account number']).toBe(nptuk.payments.accountNumber)
        expect(
          credits.map(record => [
            record['destination sorting code'],
            record['destination account number'],
            BigInt(record['amount in pence'] ?? ''),
            record['service user’s reference']?.trim(),
          ]),
        ).toEqual(
          all.map(each => [each.numbers.bank, each.numbers.account, each.amountMinor, each.reference]),
        )
        for (const record of moved) expect(record['destination account name']).toMatch(readableName)
        const trailer = records.at(-1)
        expect(BigInt(trailer?.['credit value total'] ?? '')).toBe(sum(all))
        expect(BigInt(trailer?.['debit value total'] ?? '')).toBe(sum(all))
        expect([Number(trailer?.['debit item count']), Number(trailer?.['credit item count'])]).toEqual([
          1,
          all.length,
        ])
      }),
      { numRuns: 60 },
    )
  })

  test('is processed on its day and created on the day before', () => {
    const [one] = fc.sample(payments('GB'), 1)
    const file = writeBacs18({ ...about, currency: 'GBP', settings: nptuk.payments, payments: one ?? [] })
    expect(file).toContain('UHL1 26076')
    expect(file).toContain(' 26075 26077')
  })
})

describe('a pain.001 file', () => {
  const path = (document: XmlDocument, xpath: string) =>
    document.find(xpath, { p: 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09' }).map(node => node.content)

  test('is well-formed; its sums match its transfers, and each has a structured address', () => {
    fc.assert(
      fc.property(payments('GB'), all => {
        const file = writePain001({ ...about, currency: 'GBP', settings: rathbones.payments, payments: all })
        const document = XmlDocument.fromString(file)
        const read = (xpath: string) => path(document, xpath)
        const decimal = `${sum(all) / 100n}.${String(sum(all) % 100n).padStart(2, '0')}`
        expect(read('//p:CtrlSum')).toEqual([decimal, decimal])
        expect(read('//p:NbOfTxs')).toEqual([String(all.length), String(all.length)])
        expect(read('//p:EndToEndId')).toEqual(all.map(({ reference }) => reference))
        expect(read('//p:CdtrAcct/p:Id/p:Othr/p:Id')).toEqual(all.map(({ numbers }) => numbers.account))
        expect(read('//p:CdtrAgt//p:MmbId')).toEqual(all.map(({ numbers }) => numbers.bank))
        expect(read('//p:InstdAmt').map(text => BigInt(text.replace('.', '')))).toEqual(
          all.map(({ amountMinor }) => amountMinor),
        )
        for (const text of read('//p:Nm | //p:StrtNm | //p:TwnNm | //p:Ustrd')) {
          expect(text).toMatch(/^[a-zA-Z0-9/\-?:().,'+ ]{1,140}$/)
          expect(text).toMatch(readableName)
          expect(text).not.toMatch(/^\/|\/$|\/\//)
        }
        expect(read('//p:Cdtr/p:PstlAdr/p:TwnNm')).toEqual(all.map(() => 'London'))
        expect(read('//p:Cdtr/p:PstlAdr/p:PstCd')).toEqual(all.map(() => 'WC1X 0XX'))
        // The order of the elements is that of the schema.
        expect(read('(//p:CdtTrfTxInf)[1]/*').length).toBe(6)
        document.dispose()
      }),
      { numRuns: 40 },
    )
  })
})
