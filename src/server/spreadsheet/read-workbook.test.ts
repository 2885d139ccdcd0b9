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
    ['"$"#,##0.00;[Red]\\("$"#,##0.00\\)', '-$300', '-300'],
    ['[$USD] #,##0.00', '-USD 300', '-300'],
    ['(#,##0.00)', '-300'],
    ['"("$#,##0.00")"', '-$300'],
    ['[Red]-[$£-809]0', '-£300'],
    ['"INV-"0', '300'],
  ])('a number of the format %s is read as %s', async (format, text, value = '300') => {
    const parts = [...sheetOf(row(1, number('A1', value, 's="1"') + number('B1', value))), stylesOf(format)]
    expect(await read(zip(parts))).toEqual([{ row: 1, cells: [text, value] }])
  })

  test('parts are found by addresses from the root of the archive, as some programs write them', async () => {
    const rows = row(1, number('A1', '300', 's="1"')) + row(2, number('A2', '2'), 'hidden="1"')
    const parts = sheetOf(rows).map(part => ({
      ...part,
      content: part.content.replace(
        'Target="worksheets/sheet1.xml"/>',
        'Target="/xl/worksheets/sheet1.xml"/><Relationship Id="rId9" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="/xl/look.xml"/>',
      ),
    }))
    const styles = { ...stylesOf('"£"0'), name: 'xl/look.xml' }
    expect(await read(zip([...parts, styles]))).toEqual([
      { row: 1, cells: ['£300'] },
      { row: 2, cells: ['2'], isHidden: true },
    ])
  })

  test('hidden columns are named at the first row', async () => {
    const columns = '<cols><col min="1" max="1"/><col min="2" max="3" hidden="1"/></cols>'
    const parts = sheetOf(row(1, number('A1', '1'))).map(part => ({
      ...part,
      content: part.content.replace('<sheetData>', `${columns}<sheetData>`),
    }))
    expect(await read(zip(parts))).toEqual([{ row: 1, cells: ['1'], hiddenColumns: [1, 2] }])
  })

  test('a value below thousands of formatted rows is read', async () => {
    const empty = Array.from({ length: 30_000 }, (_, index) => row(index + 2, `<c r="A${index + 2}" s="1"/>`))
    const rows = row(1, number('A1', '1')) + empty.join('') + row(40_000, number('A40000', '2'))
    expect(await read(zip([...sheetOf(rows), stylesOf('"$"0')]))).toEqual([
      { row: 1, cells: ['1'] },
      { row: 40_000, cells: ['2'] },
    ])
  })

  test.each([
    ['without a value', '<c r="B2"><f>A1*2</f></c>'],
    ['with an empty one', '<c r="B2"><f>A1*2</f><v></v></c>'],
  ])('a formula %s is refused, because no one knows its result', async (_what, cell) => {
    await expect(read(zip(sheetOf(row(1, number('A1', '1')) + row(2, cell))))).rejects.toThrow(
      'Cell B2 has a formula without its result.',
    )
  })

  test('the results of formulas are read, be they empty', async () => {
    const cells =
      '<c r="A1"><f>1+1</f><v>2</v></c><c r="B1" t="str"><f>""</f><v></v></c><c r="C1" t="e"><f>1/0</f><v>#DIV/0!</v></c>'
    expect(await read(zip(sheetOf(row(1, cells))))).toEqual([{ row: 1, cells: ['2', '', '#DIV/0!'] }])
  })

  test('a value that a merged cell covers is refused', async () => {
    const merged = (ref: string) =>
      sheetOf(row(1, number('A1', '1')) + row(2, number('A2', '2') + number('B2', '3'))).map(part => ({
        ...part,
        content: part.content.replace(
          '</sheetData>',
          `</sheetData><mergeCells count="1"><mergeCell ref="${ref}"/></mergeCells>`,
        ),
      }))
    await expect(read(zip(merged('A1:A2')))).rejects.toThrow('Cell A2 has a value that a merged cell covers.')
    await expect(read(zip(merged('A2:C2')))).rejects.toThrow('Cell B2 has a value')
    expect(await read(zip(merged('B2:AB9')))).toHaveLength(2)
  })

  test('a day of a strict workbook is read without its time', async () => {
    const cells = '<c r="A1" t="d"><v>2026-03-04T13:45:00.000</v></c><c r="B1" t="d"><v>2026-03-04</v></c>'
    expect(await read(zip(sheetOf(row(1, cells))))).toEqual([{ row: 1, cells: ['2026-03-04', '2026-03-04'] }])
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
    const visible = parts.map(part => ({ ...part, content: part.content.replace('state="hidden" ', '') }))
    await expect(read(zip(visible))).rejects.toThrow('The file has more than one sheet with values')
    const empty = visible.map(part => ({ ...part, content: part.content.replace('<v>2</v>', '') }))
    expect(await read(zip(empty))).toEqual([{ row: 1, cells: ['1'] }])
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
    const visible = { ...content, content: sheets.replace('table:display="false"', '') }
    await expect(read(zip([type, visible]))).rejects.toThrow('The file has more than one sheet with values')
  })

  test('is read with the currency that only its format has, with errors, and with its hidden columns', async () => {
    const rows = [
      '<table:table-column table:number-columns-repeated="2"/><table:table-column table:visibility="collapse"/>',
      `<table:table-row>${odsCell('float', 'office:value="300"', '£300.00')}${odsCell('float', 'office:value="-300"', '($300.00)')}${odsCell('float', 'office:value="300"', '(300.00)')}`,
      `${odsCell('currency', 'office:currency="GBP" office:value="-5"', '-£5')}${odsCell('string', 'office:string-value="" table:formula="of:=1/0"', '#DIV/0!')}`,
      `${odsCell('float', 'office:value="1" table:formula="of:=TRUE()"', 'TRUE')}</table:table-row>`,
    ].join('')
    expect(await read(zip(odsOf(rows)))).toEqual([
      { row: 1, cells: ['£300', '-$300', '-300', '-GBP 5', '#DIV/0!', 'TRUE'], hiddenColumns: [2] },
    ])
    const covered = `<table:table-row>${odsCell('float', 'office:value="1" table:number-columns-spanned="2"', '1')}${odsCell('float', 'office:value="2"', '2').replaceAll('table:table-cell', 'table:covered-table-cell')}</table:table-row>`
    await expect(read(zip(odsOf(covered)))).rejects.toThrow('Cell B1 has a value that a merged cell covers.')
    const formula = '<table:table-row><table:table-cell table:formula="of:=1+1"/></table:table-row>'
    await expect(read(zip(odsOf(formula)))).rejects.toThrow('Cell A1 has a formula without its result.')
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
