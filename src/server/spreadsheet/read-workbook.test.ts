import { describe, expect, test } from 'vitest'
import { clientOfBook } from '../../clients/clients.ts'
import { odsOf, type Part, sheetOf, stylesOf, zip } from '../../testing/factories/make-workbook.ts'
import { portalOf } from '../heavy-work/requester.ts'
import { readSpreadsheet } from './read-spreadsheet.ts'

const read = (bytes: Uint8Array) =>
  readSpreadsheet(async () => new Uint8Array(bytes), { maxRows: 5000 }, portalOf(clientOfBook('npt')))

const row = (number: number, cells: string, attributes = '') =>
  `<row r="${number}" ${attributes}>${cells}</row>`
const number = (name: string, value: string, style = '') => `<c r="${name}" ${style}><v>${value}</v></c>`

describe('what a workbook shows', () => {
  test('hidden rows are read as such', async () => {
    const rows = `${row(1, number('A1', '1'))}${row(2, number('A2', '2'), 'hidden="1"')}${row(3, number('A3', '3'), 'hidden="0"')}`
    expect(await read(zip(sheetOf(rows)))).toEqual([
      { row: 1, cells: ['1'] },
      { row: 2, cells: ['2'], isHidden: true },
      { row: 3, cells: ['3'] },
    ])
  })

  test.each([
    ['[$£-809]#,##0.00', '£300'],
    ['"£"#,##0.00', '£300'],
    ['_-"£"* #,##0.00_-;-"£"* #,##0.00_-', '£300'],
    ['\\£#,##0', '£300'],
    ['#,##0.00\\ [$€-407]', '€300'],
    ['[Red][$USD] #,##0.00', 'USD 300'],
    ['"US$"#,##0', 'US$300'],
    ['#,##0.00;(#,##0.00)', '300'],
    ['00-0000000', '300'],
    ['0.0%', '30000%'],
    ['"For ABC only "0', '300'],
  ])('a number of the format %s is read as %s', async (format, text) => {
    const parts = [...sheetOf(row(1, number('A1', '300', 's="1"') + number('B1', '300'))), stylesOf(format)]
    expect(await read(zip(parts))).toEqual([{ row: 1, cells: [text, '300'] }])
  })

  test('the first sheet that is not hidden is read', async () => {
    const [types, rels, book, bookRels, sheet] = sheetOf(row(1, number('A1', '2'))) as [
      Part,
      Part,
      Part,
      Part,
      Part,
    ]
    const parts = [
      types,
      rels,
      {
        ...book,
        content: book.content.replace(
          '<sheets>',
          '<sheets><sheet name="Old" sheetId="2" state="hidden" r:id="rId2"/>',
        ),
      },
      {
        ...bookRels,
        content: bookRels.content.replace(
          '</Relationships>',
          '<Relationship Id="rId2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="/xl/worksheets/sheet2.xml"/></Relationships>',
        ),
      },
      sheet,
      { name: 'xl/worksheets/sheet2.xml', content: sheet.content.replace('<v>2</v>', '<v>1</v>') },
    ]
    expect(await read(zip(parts))).toEqual([{ row: 1, cells: ['2'] }])
  })
})

const odsCell = (type: string, value: string, text = '') =>
  `<table:table-cell office:value-type="${type}" ${value}><text:p>${text}</text:p></table:table-cell>`

describe('an OpenDocument spreadsheet', () => {
  test('is read as text, with currencies, repeated cells and hidden rows', async () => {
    const rows = [
      `<table:table-header-rows><table:table-row>${odsCell('string', '', 'Tax<text:s/>ID')}<table:table-cell table:number-columns-repeated="2"/>${odsCell('string', '', 'Note')}<table:table-cell table:number-columns-repeated="16380"/></table:table-row></table:table-header-rows>`,
      '<table:table-row table:number-rows-repeated="3"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>',
      `<table:table-row table:visibility="filter">${odsCell('currency', 'office:currency="GBP" office:value="300.5"', '£300.50')}${odsCell('float', 'office:value="1234.5"', '1,235')}${odsCell('date', 'office:date-value="2026-11-20T10:00:00"')}${odsCell('percentage', 'office:value="0.5"')}</table:table-row>`,
      `<table:table-row table:number-rows-repeated="2">${odsCell('boolean', 'office:boolean-value="true"')}<table:table-cell office:value-type="string"><office:annotation><text:p>a comment</text:p></office:annotation><text:p>one</text:p><text:p>t<text:span>w</text:span>o</text:p></table:table-cell></table:table-row>`,
      '<table:table-row table:number-rows-repeated="1048560"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>',
    ].join('')
    expect(await read(zip(odsOf(rows)))).toEqual([
      { row: 1, cells: ['Tax ID', '', '', 'Note', ...Array.from({ length: 46 }, () => '')] },
      { row: 5, cells: ['GBP 300.5', '1234.5', '2026-11-20', '50%'], isHidden: true },
      { row: 6, cells: ['TRUE', 'one\ntwo'] },
      { row: 7, cells: ['TRUE', 'one\ntwo'] },
    ])
  })

  test('is read from its first visible sheet', async () => {
    const [type, content] = odsOf(
      `<table:table-row>${odsCell('string', '', 'old')}</table:table-row>`,
      '<style:style style:name="ta1"><style:table-properties table:display="false"/></style:style>',
    ) as [Part, Part]
    const second = `<table:table><table:table-row>${odsCell('string', '', 'new')}</table:table-row></table:table></office:spreadsheet>`
    const sheets = content.content
      .replace('<table:table ', '<table:table table:style-name="ta1" ')
      .replace('</office:spreadsheet>', second)
    expect(await read(zip([type, { ...content, content: sheets }]))).toEqual([{ row: 1, cells: ['new'] }])
  })

  test.each([
    [
      'a row repeated a million times',
      `<table:table-row table:number-rows-repeated="1000000">${odsCell('string', '', 'x')}</table:table-row>`,
      /more than 5,000 rows/,
    ],
    ['an entity', '<!DOCTYPE x [<!ENTITY a "aaaa">]><table:table-row>&a;</table:table-row>', /damaged/],
    ['XML that ends early', '<table:table-row></table:table></wrong>', /damaged/],
    ['a part of 50 MB', ' '.repeat(50_000_000), /too large/],
  ])('is refused with %s', async (_what, rows, sentence) => {
    await expect(read(zip(odsOf(rows)))).rejects.toThrow(sentence)
  })

  test('is refused with macros or a password, or if it is a text document', async () => {
    const parts = odsOf('')
    await expect(read(zip([...parts, { name: 'Basic/script-lb.xml', content: '' }]))).rejects.toThrow(
      /macros/,
    )
    const manifest = {
      name: 'META-INF/manifest.xml',
      content: '<m:manifest xmlns:m="m"><m:file-entry><m:encryption-data/></m:file-entry></m:manifest>',
    }
    await expect(read(zip([...parts, manifest]))).rejects.toThrow(/password/)
    const document = parts.map(part => ({
      ...part,
      content: part.content.replaceAll('office:spreadsheet', 'office:text'),
    }))
    await expect(read(zip(document))).rejects.toThrow(/not a workbook/)
  })
})
