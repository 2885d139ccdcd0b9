import { describe, expect, test } from 'vitest'
import { Problem } from '../../../../contract/problems.ts'
import { camt053File, nachaFile } from '../../../../testing/payments/bank-files.ts'
import { parseBankFile } from './parse-bank-file.ts'

const at = { bank: '601613' }
const own = { bankCode: '601613', accountNumber: '00000002', currency: 'GBP', csv: null, others: [] } as const
const read = (text: string) => parseBankFile(Buffer.from(text), own)
const refusal = (text: string) => {
  try {
    read(text)
  } catch (failure) {
    return failure instanceof Problem ? failure.detail : String(failure)
  }
  return undefined
}

describe('NACHA returns', () => {
  const file = nachaFile([
    { reference: 'GRANT-1000042', amountMinor: 500_00n },
    { reference: 'GRANT-1000043', amountMinor: 0n, code: 'C01', corrected: '98765432' },
    { reference: 'GRANT-1000044', amountMinor: 0n, code: 'C02', corrected: '021000021' },
    { reference: 'GRANT-1000045', amountMinor: 0n, code: 'C03', corrected: '021000021   555666777' },
    { reference: 'SOMEBODY ELSE', amountMinor: 1n, code: 'R02' },
    { reference: 'GRANT-1000046', amountMinor: 0n, code: 'C05', corrected: '32' },
  ])

  test('are read with their reasons and corrected details', () => {
    expect(read(file)).toMatchObject({
      format: 'nacha',
      lines: [
        {
          effect: 'returned',
          names: { reference: 'GRANT-1000042' },
          amountMinor: 500_00n,
          detail: 'R03 No account, or unable to locate it',
        },
        {
          effect: 'change',
          names: { reference: 'GRANT-1000043' },
          notice: { corrected: { account: '98765432' } },
        },
        { effect: 'change', notice: { corrected: { bank: '021000021' } } },
        { effect: 'change', notice: { corrected: { bank: '021000021', account: '555666777' } } },
        { effect: 'returned', names: null },
        {
          effect: 'change',
          names: { reference: 'GRANT-1000046' },
          notice: { corrected: { kind: 'savings' } },
        },
      ],
    })
  })

  test.each([
    ['a record that is too short', (text: string) => text.replace('799R03', '799R0')],
    ['an amount that was changed', (text: string) => text.replace('0000050000GRANT', '0000050001GRANT')],
    ['no end', (text: string) => text.split('\n').slice(0, -2).join('\n')],
    ['something after its end', (text: string) => `${text}${text}`],
  ])('with %s are refused completely', (_what, change) => {
    expect(refusal(change(file))).toMatch(/NACHA file/)
  })
})

describe('a statement', () => {
  const entries = [
    { reference: 'GRANT-1000042', amountMinor: 500_00n, side: 'DBIT' },
    { reference: 'GRANT-1000043', amountMinor: 12_05n, side: 'CRDT' },
    { cheque: '100418', amountMinor: 7_00n, side: 'DBIT' },
    { run: 12, amountMinor: 900_00n, side: 'DBIT' },
    { amountMinor: 1_00n, side: 'CRDT' },
  ] as const

  test('lists payments and returns by reference, cheque or run', () => {
    expect(read(camt053File(entries, { ...at, account: '00000002' })).lines).toMatchObject([
      { effect: 'cleared', names: { reference: 'GRANT-1000042' }, amountMinor: 500_00n },
      { effect: 'returned', names: { reference: 'GRANT-1000043' }, amountMinor: 12_05n },
      { effect: 'cleared', names: { chequeNumber: 100418n } },
      { effect: 'cleared', names: { runNumber: 12 }, amountMinor: 900_00n },
      { effect: 'returned', names: null },
    ])
  })

  test('ignores entries that are not booked', () => {
    const pending = camt053File(entries, { ...at, account: '00000002' }).replaceAll('BOOK', 'PDNG')
    expect(read(pending).lines.map(({ effect }) => effect)).toEqual(entries.map(() => 'none'))
  })

  test('is read with a prefix for its elements, an IBAN, and several transfers in an entry', () => {
    const text = `<n:Document xmlns:n="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><n:BkToCstmrStmt><n:GrpHdr><n:CreDtTm>2026-03-18T08:00:00</n:CreDtTm></n:GrpHdr><n:Stmt><n:Acct><n:Id><n:IBAN>GB29NWBK60161300000002</n:IBAN></n:Id></n:Acct>
      <n:Ntry><n:Amt Ccy="GBP">30</n:Amt><n:CdtDbtInd>DBIT</n:CdtDbtInd><n:Sts>BOOK</n:Sts><n:NtryDtls>
        <n:TxDtls><n:Refs><n:EndToEndId>GRANT-1</n:EndToEndId></n:Refs><n:AmtDtls><n:TxAmt><n:Amt Ccy="GBP">10.5</n:Amt></n:TxAmt></n:AmtDtls></n:TxDtls>
        <n:TxDtls><n:Refs><n:EndToEndId>GRANT-2</n:EndToEndId></n:Refs><n:Amt Ccy="GBP">19.50</n:Amt></n:TxDtls>
      </n:NtryDtls></n:Ntry></n:Stmt></n:BkToCstmrStmt></n:Document>`
    expect(read(text).lines).toMatchObject([
      { names: { reference: 'GRANT-1' }, amountMinor: 10_50n },
      { names: { reference: 'GRANT-2' }, amountMinor: 19_50n },
    ])
  })

  test.each([
    ['another account', camt053File(entries, { ...at, account: '00000003' }), /not for an account/],
    ['another currency', camt053File(entries, { ...at, account: '00000002', currency: 'EUR' }), /in EUR/],
    [
      'an amount that is none',
      camt053File(entries, { ...at, account: '00000002' }).replace('500.00', '5e4'),
      /not an amount/,
    ],
    [
      'a document type',
      `<!DOCTYPE x [<!ENTITY a "b">]>${camt053File([], { ...at, account: '00000002' })}`,
      /document type/,
    ],
    [
      'a control character',
      camt053File(entries, { ...at, account: '00000002' }).replace('GRANT-1000042', 'GRANT\u0000'),
      /control characters/,
    ],
    [
      'elements that are not closed',
      camt053File(entries, { ...at, account: '00000002' }).replace('</Stmt>', ''),
      /not well formed/,
    ],
  ])('of %s is refused completely', (_what, text, sentence) => {
    expect(refusal(text)).toMatch(sentence)
  })
})

test.each(['', 'hello', '{"a":1}', '<html></html>', '\u0000\u0001'])('%j is not a bank file', text => {
  expect(refusal(text)).toMatch(/not a bank file/)
})

test('bytes that are not valid UTF-8 are refused', () => {
  expect(() => parseBankFile(new Uint8Array([0xff, 0xfe, 0xfd]), own)).toThrow()
})

describe('a NACHA file as banks and their programs write it', () => {
  const file = nachaFile([
    { reference: 'GRANT-1000042', amountMinor: 500_00n },
    { reference: 'GRANT-1000043', amountMinor: 0n, code: 'C02', corrected: '021000021' },
  ])
  const records = file.split('\n').filter(line => line !== '')
  const expected = read(file)

  test.each([
    ['with CRLF', records.join('\r\n')],
    ['with CR alone', records.join('\r')],
    ['without line breaks', records.join('')],
    ['without line breaks, its last blanks cut', records.join('').trimEnd()],
    ['with its trailing blanks cut', records.map(each => each.trimEnd()).join('\n')],
    ['padded beyond 94 characters', records.map(each => each.padEnd(120)).join('\n')],
    ['with Ctrl-Z at its end', `${records.join('\r\n')}\r\n\u001a`],
    ['with an envelope before it', `$$ADD ID=ABC BID='NWFACH'\n${file}`],
    ['without its filler', records.filter(each => !/^9{94}$/.test(each)).join('\n')],
    ['with a byte order mark', `\uFEFF${file}`],
  ])('is read %s', (_what, text) => {
    expect(read(text)).toEqual(expected)
  })

  test.each([
    ['letters in a total', file.replace(/^(9\d{30})\d{3}/m, '$11e5')],
    ['an entry that lost a character', file.replace('GRANT-1000042', 'GRANT-100004')],
    ['text beyond 94 characters', records.map(each => `${each}x`).join('\n')],
  ])('is refused with %s', (_what, text) => {
    expect(refusal(text)).toMatch(/NACHA file/)
  })

  test('gives dishonored and contested returns to a person', () => {
    const disputed = nachaFile([
      { reference: 'GRANT-1000042', amountMinor: 500_00n, code: 'R61' },
      { reference: 'GRANT-1000043', amountMinor: 500_00n, code: 'R73' },
    ])
    expect(read(disputed).lines.map(({ movement }) => movement?.problem)).toEqual([
      expect.stringContaining('dishonored'),
      expect.stringContaining('contested'),
    ])
  })
})

describe('the encoding of a bank file', () => {
  const statement = camt053File([{ reference: 'GRANT-1', amountMinor: 1_00n, side: 'DBIT' }], {
    ...at,
    account: '00000002',
  })
  const declared = (encoding: string) =>
    `<?xml version="1.0" encoding="${encoding}"?>${statement.replace(/^<\?xml[^>]*\?>/, '')}<!-- Zoë -->`
  const utf16 = (text: string, isBigEndian = false) => {
    const bytes = Buffer.from(text, 'utf16le')
    return isBigEndian ? bytes.swap16() : bytes
  }

  test.each([
    ['ISO-8859-1 as declared', Buffer.from(declared('ISO-8859-1'), 'latin1')],
    ['Windows-1252 as declared', Buffer.from(declared('windows-1252'), 'latin1')],
    ['UTF-8 as declared', Buffer.from(declared('UTF-8'))],
    ['UTF-16 with its mark', utf16(`\uFEFF${declared('UTF-16')}`)],
    ['UTF-16 with its other mark', utf16(`\uFEFF${declared('UTF-16')}`, true)],
    ['UTF-16 without a mark', utf16(declared('UTF-16'))],
  ])('is read: %s', (_what, bytes) => {
    expect(parseBankFile(bytes, own).lines).toHaveLength(1)
  })

  test('is refused with a sentence where it is not known or not the one that is declared', () => {
    const said = (bytes: Uint8Array) => {
      try {
        parseBankFile(bytes, own)
      } catch (failure) {
        return failure instanceof Problem ? failure.detail : String(failure)
      }
      return undefined
    }
    expect(said(Buffer.from(declared('KLINGON')))).toMatch(/not text in KLINGON/)
    expect(said(Buffer.from(declared('UTF-8'), 'latin1'))).toMatch(/not text in UTF-8/)
  })
})
