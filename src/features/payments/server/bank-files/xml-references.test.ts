import { describe, expect, test } from 'vitest'
import { Problem } from '../../../../contract/problems.ts'
import { bacsItems } from '../../../../testing/payments/bacs-files.ts'
import { pain002File } from '../../../../testing/payments/bank-files.ts'
import { camtFile } from '../../../../testing/payments/camt.ts'
import type { OwnAccount } from './bank-line.ts'
import { parseBankFile } from './parse-bank-file.ts'
import { readXml, textAt } from './read-xml.ts'

const own: OwnAccount = {
  bankCode: '000001',
  accountNumber: '00000001',
  currency: 'GBP',
  csv: null,
  others: [],
}
const statement = (text: string) =>
  camtFile([
    {
      account: own.accountNumber,
      bank: own.bankCode,
      currency: 'GBP',
      entries: [{ amount: '1.00', side: 'CRDT', parts: [{ text }] }],
    },
  ])
const detailOf = (text: string) => parseBankFile(Buffer.from(statement(text)), own).lines[0]?.detail

function refusal(text: string): string | undefined {
  try {
    parseBankFile(Buffer.from(text), own)
  } catch (failure) {
    return failure instanceof Problem ? failure.detail : String(failure)
  }
  return undefined
}

describe('a character reference', () => {
  test.each([
    ['Caf&#233;', 'Café'],
    ['Caf&#xE9;', 'Café'],
    ['Caf&#xe9;', 'Café'],
    ['Caf&#00233;', 'Café'],
    ['&#x1F49C;', '💜'],
    ['&#65533;', '\ufffd'],
    ['Ada &amp; Ben', 'Ada & Ben'],
    ['Ada &#38; Ben', 'Ada & Ben'],
    ['1 &lt; 2 &gt; 0', '1 < 2 > 0'],
    ['&#60;b&#62;', '<b>'],
    ['&quot;it&apos;s&quot;', '"it\'s"'],
    // What was written with a reference is text, and is not read again.
    ['&amp;#233;', '&#233;'],
    ['&amp;amp;', '&amp;'],
    ['&#38;amp;', '&amp;'],
    ['&#38;#233;', '&#233;'],
    ['<![CDATA[&#233; &amp; &nbsp;]]>', '&#233; &amp; &nbsp;'],
    ['Caf&#233;<!-- &nbsp; & &#0; -->', 'Café'],
  ])('in a statement: %s is read as %s', (written, read) => {
    expect(detailOf(written)).toBe(read)
  })

  test('is read in attributes, and in files that are parsed whole', () => {
    const [line] = parseBankFile(
      Buffer.from(
        bacsItems([{ accounts: { PayeeAccount: { name: 'CAFE' } } }]).replace(
          '"CAFE"',
          '"CAF&#201; &#34;B&#x22;"',
        ),
      ),
      own,
    ).lines
    expect(line?.movement?.counterparty).toBe('CAFÉ "B"')
    const report = pain002File(12, { transfers: [{ reference: 'GRANT&#45;1', status: 'ACSC' }] })
    expect(parseBankFile(Buffer.from(report), own).report?.transfers).toMatchObject([
      { reference: 'GRANT-1' },
    ])
  })

  test.each([
    '&#0;',
    '&#x0;',
    '&#8;',
    '&#xB;',
    '&#x1F;',
    '&#xD800;',
    '&#57343;',
    '&#xFFFE;',
    '&#xFFFF;',
    '&#x110000;',
    '&#99999999999999999999;',
    '&#XE9;',
  ])('%s, which XML does not allow, refuses the file', written => {
    expect(refusal(statement(written))).toBe(
      `This XML file has a character that XML does not allow: “${written}”.`,
    )
  })

  test.each(['&nbsp;', '&eacute;', '&AMP;', '&toString;', '&__proto__;'])(
    '%s, an entity that XML does not define, refuses the file',
    written => {
      expect(refusal(statement(written))).toContain(`an entity that it may not use: “${written}”`)
    },
  )

  test.each(['Ada & Ben', '&;', '&#;', '&#x;', '&#xZZ;', '&amp', `&${'x'.repeat(100)};`])(
    'that is none, %s, refuses the file',
    written => {
      expect(refusal(statement(written))).toMatch(/should be written “&amp;”/)
    },
  )

  test.each(['<![CDATA[', '<!--', '<?'])('in a section that does not end (%s) refuses the file', open => {
    expect(refusal(statement(`${open} &#233;`.repeat(1_000)))).toMatch(/not well formed/)
  })
})

describe('a hostile file', () => {
  const laughs = `<!DOCTYPE lolz [<!ENTITY lol "lol">${Array.from(
    { length: 9 },
    (_, level) => `<!ENTITY lol${level + 1} "${`&lol${level || ''};`.repeat(10)}">`,
  ).join('')}]>`

  test.each([
    ['a billion laughs', laughs, '&lol9;'],
    ['an entity of another file', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>', '&x;'],
    ['a document type of another address', '<!DOCTYPE a SYSTEM "http://127.0.0.1/a.dtd">', 'x'],
    ['a parameter entity', '<!DOCTYPE a [<!ENTITY % x SYSTEM "http://127.0.0.1/a.dtd"> %x;]>', 'x'],
    ['a document type in small letters', '<!doctype a [<!entity x "y">]>', '&x;'],
  ])('with %s is refused', (_what, type, text) => {
    for (const file of [
      statement(text),
      pain002File(12, { transfers: [{ reference: text, status: 'ACSC' }] }),
    ])
      expect(refusal(file.replace('?>', `?>${type}`))).toBe('A document type is not accepted in an XML file.')
  })

  test('with entities but without a document type is refused too', () => {
    expect(refusal(statement('&lol9;'))).toContain('“&lol9;”')
  })

  test('of a million references is read once, and not expanded again', () => {
    const text = textAt(readXml(`<a>${'&#38;amp;'.repeat(1_000_000)}</a>`), 'a')
    expect(text?.length).toBe(5_000_000)
    expect(text?.slice(0, 10)).toBe('&amp;&amp;')
  })
})
