import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { makeStaff, type Person } from '../../../testing/factories/make-fund.ts'
import { type BacsItem, bacsFile, bacsItems } from '../../../testing/payments/bacs-files.ts'
import { paymentCalls } from '../../../testing/payments/payment-calls.ts'

let portal: TestApp
let staff: Person

beforeAll(async () => {
  portal = await startTestApp()
  staff = await makeStaff(portal, { realm: 'nptuk' })
})
afterAll(() => portal.close())

const check = async (file: string | Uint8Array<ArrayBuffer>) => {
  const answer = await paymentCalls(portal, 'nptuk').previewFile(file, staff)
  const { status } = answer
  return status === 200 ? { status, plan: answer.reply } : { status, sentence: answer.problem?.detail }
}

describe('a Bacs report as banks and their programs write it', () => {
  const plain = bacsItems([{ ref: 'GRANT-1000042' }])
  const bytes = (text: string, encoding: BufferEncoding) => new Uint8Array(Buffer.from(text, encoding))
  const rename = (text: string, change: (name: string) => string) =>
    text.replaceAll(
      / (currentProcessingDate|returnCode|valueOf|sortCode|number|ref|currency)=/g,
      (_all, name) => ` ${change(name)}=`,
    )

  test.each<[string, string | Uint8Array<ArrayBuffer>]>([
    [
      'with a prefix',
      plain
        .replaceAll(/<(\/?)([A-Z][A-Za-z]+)/g, '<$1b:$2')
        .replace('xmlns:xsi', 'xmlns:b="urn:b" xmlns:xsi'),
    ],
    ['with a default namespace', plain.replace('<BACSDocument ', '<BACSDocument xmlns="urn:bacs" ')],
    [
      'with hyphens in its attributes',
      rename(plain, name => name.replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)),
    ],
    ['with capitals in its attributes', rename(plain, name => name.toUpperCase())],
    ['with another name for the account', plain.replaceAll('ReceiverAccount', 'PayeeAccount')],
    ['with another name for the item', plain.replaceAll('ReturnedCreditItem', 'ReturnedItem')],
    [
      'with the reference at the account',
      plain
        .replace(' ref="GRANT-1000042"', '')
        .replace('<ReceiverAccount', '<ReceiverAccount ref="GRANT-1000042"'),
    ],
    ['with blanks and small letters in the reference', plain.replace('GRANT-1000042', ' grant 1000042')],
    ['with plain sort codes', plain.replaceAll('08-99-99', '089999').replaceAll('00-00-01', '00 00 01')],
    [
      'with leading zeros',
      plain.replaceAll('"305.00"', '"0000305.00"').replace('numberOf="1"', 'numberOf="0001"'),
    ],
    ['in ISO-8859-1', bytes(plain.replace('THE CHARITY', 'ZOË'), 'latin1')],
    ['in UTF-8', bytes(plain.replace('ISO-8859-1', 'UTF-8').replace('THE CHARITY', 'ŁÓDŹ'), 'utf8')],
    ['in UTF-16', bytes(`\uFEFF${plain.replace('ISO-8859-1', 'UTF-16')}`, 'utf16le')],
    ['without a declaration, with a byte order mark', bytes(`\uFEFF${plain.replace(/^.*\n/, '')}`, 'utf8')],
    ['with CRLF', plain.replaceAll('\n', '\r\n')],
  ])('is read %s', async (_what, file) => {
    const { status, plan } = await check(file)
    expect(status).toBe(200)
    expect(plan).toMatchObject({
      format: 'arucs',
      lines: [{ effect: 'unknown', reference: 'GRANT-1000042', amountMinor: 305_00n }],
    })
  })

  const item = (about: BacsItem) => bacsItems([{}, about])
  const records = (about: Parameters<typeof bacsFile>[0]['records'][number]) => bacsFile({ records: [about] })
  const depth = 1_000
  test.each<[string, string, RegExp]>([
    ['no reference', item({ ref: null }), /Item 2 of this ARUCS has no reference/],
    ['a placeholder for its reference', item({ ref: 'NONREF' }), /Item 2 of this ARUCS has no reference/],
    ['no reason', item({ returnCode: null }), /Item 2 of this ARUCS has no reason/],
    ['a blank reason', item({ returnCode: ' ' }), /Item 2 of this ARUCS has no reason/],
    ['no account', item({ accounts: {} }), /Item 2 of this ARUCS has no account/],
    [
      'two accounts',
      item({ accounts: { ReceiverAccount: {}, PayeeAccount: {} } }),
      /Item 2 of this ARUCS has several accounts/,
    ],
    [
      'no account number',
      item({ accounts: { PayeeAccount: { number: null } } }),
      /account of item 2 .* no number of eight digits/,
    ],
    [
      'no sort code',
      item({ accounts: { PayeeAccount: { sortCode: '08-99' } } }),
      /account of item 2 .* no sort code of six digits/,
    ],
    ['no amount', item({ amount: null }), /Item 2 of this ARUCS has no amount/],
    ['an amount in pence', bacsItems([{ amount: '30500' }]), /none in pounds and pence: “30500”/],
    ['an amount with a comma', bacsItems([{ amount: '1,305.00' }]), /none in pounds and pence/],
    ['an amount with an exponent', bacsItems([{ amount: '3e5' }]), /none in pounds and pence/],
    ['a negative amount', bacsItems([{ amount: '-305.00' }]), /none in pounds and pence/],
    ['an amount of zero', bacsItems([{ amount: '0.00' }]), /none in pounds and pence/],
    ['no currency', item({ currency: null }), /Item 2 of this ARUCS has no currency/],
    ['another currency', item({ currency: 'EUR' }), /Item 2 of this ARUCS is in EUR/],
    [
      'an original date that is none',
      item({ originalProcessingDate: '2026-02-30' }),
      /Item 2 .* date that is none/,
    ],
    ['no processing date', bacsItems([{}], { processedOn: null }), /no processing date/],
    [
      'two texts for one attribute',
      plain.replace('returnCode="B"', 'returnCode="B" return-code="C"'),
      /“returnCode” twice/,
    ],
    ['another count', records({ items: [{}], totals: { numberOf: '2', sum: '305.00' } }), /incomplete/],
    ['another sum', records({ items: [{}], totals: { numberOf: '1', sum: '305.01' } }), /incomplete/],
    [
      'a sum in another currency',
      records({ items: [{}], totals: { numberOf: '1', sum: '305.00', currency: 'EUR' } }),
      /incomplete/,
    ],
    ['no totals', records({ items: [{}], totals: null }), /no totals/],
    [
      'another account alone',
      records({ account: { number: '10000001' }, items: [{}] }),
      /not about the account/,
    ],
    [
      'our number at another sort code',
      records({ account: { sortCode: '00-00-02' }, items: [{}] }),
      /not about the account/,
    ],
    [
      'no sort code of ours',
      records({ account: { sortCode: null }, items: [{}] }),
      /originating account .* no sort code/,
    ],
    ['debits', bacsItems([{}], { itemName: 'ReturnedDebitItem' }), /no credits/],
    ['no lists', bacsFile({ records: [] }), /names no account/],
    ['two kinds', plain.replace('</ARUCS>', '</ARUCS><AWACS></AWACS>'), /several kinds/],
    ['nothing', '<BACSDocument><Data></Data></BACSDocument>', /has no report/],
    ['entities', `<!DOCTYPE a [<!ENTITY b "x">]>${plain.replace(/^.*\n/, '')}`, /document type/],
    ['elements that are not closed', plain.replace('</Advice>', ''), /not well formed/],
    [
      'too many levels',
      `<BACSDocument>${'<a>'.repeat(depth)}${'</a>'.repeat(depth)}</BACSDocument>`,
      /not well formed/,
    ],
    ['a control character', plain.replace('THE CHARITY', 'THE\u0000CHARITY'), /control characters/],
  ])('is refused with %s', async (_what, file, sentence) => {
    const { status, sentence: said } = await check(file)
    expect([status, said]).toEqual([400, expect.stringMatching(sentence)])
  })

  test.each<[string, string, RegExp]>([
    [
      'an ARUDD',
      bacsItems([{}], { kind: 'ARUDD', itemName: 'ReturnedDebitItem' }),
      /This is an ARUDD: .*Direct Debits that were not paid/,
    ],
    ['an ADDACS', bacsItems([{}], { kind: 'ADDACS' }), /This is an ADDACS/],
    ['an AUDDIS', bacsItems([{}], { kind: 'AUDDIS' }), /This is an AUDDIS/],
    ['a DDICA', bacsItems([{}], { kind: 'DDICAdvices' }), /This is a DDICA/],
    ['an input report', bacsItems([{}], { kind: 'InputReport' }), /This is an input report/],
    ['another report', bacsItems([{}], { kind: 'ToDDASO' }), /kind that we do not read \(“ToDDASO”\)/],
    [
      'a payment file',
      'VOL1123456                               999901\r\nHDR1A999901S',
      /records of fixed width/,
    ],
    ['a printed ARUCS', 'BACS LIMITED\r\nARUCS ADVICE  REF 1', /ARUCS in another form than XML/],
    ['a printed ARUDD', 'REPORT ARUDD 123', /This is an ARUDD/],
  ])('says what it is: %s', async (_what, file, sentence) => {
    const { status, sentence: said } = await check(file)
    expect([status, said]).toEqual([400, expect.stringMatching(sentence)])
  })
})
