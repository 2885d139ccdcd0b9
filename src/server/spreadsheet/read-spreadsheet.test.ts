import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clientOfBook } from '../../clients/clients.ts'
import { type Part, sheetOf, zip } from '../../testing/factories/make-workbook.ts'
import { type Cell, fileColumnOf } from '../export/cells.ts'
import { csvFile } from '../export/csv.ts'
import { xlsxFile } from '../export/xlsx.ts'
import { portalOf } from '../heavy-work/requester.ts'
import { readSpreadsheet } from './read-spreadsheet.ts'

const style = { locale: 'en-US', currency: 'USD', timeZone: 'America/New_York' } as const
const limits = { maxRows: 5000 }
const read = (bytes: Uint8Array | string, maxRows = limits.maxRows) =>
  readSpreadsheet(
    async () => new Uint8Array(Buffer.from(bytes as string)),
    { maxRows },
    portalOf(clientOfBook('npt')),
  )

const columns = (['text', 'money', 'date'] as const).map(type =>
  fileColumnOf({ key: type, heading: type, type, value: () => null } as never, style),
)
async function* all(rows: readonly (readonly Cell[])[]) {
  yield* rows
}
async function workbook(rows: readonly (readonly Cell[])[]): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const part of xlsxFile(columns, all(rows), { sheet: 'Grants', locale: 'en-US' }))
    parts.push(part)
  return Buffer.concat(parts)
}

describe('a workbook', () => {
  test('is read as text: numbers plain, dates as in a database', async () => {
    const bytes = await workbook([['St Anne’s =1+1', 125_050n, '2026-11-20']])
    expect(await read(bytes)).toEqual([
      { row: 1, cells: ['text', 'money', 'date'] },
      { row: 2, cells: ['St Anne’s =1+1', '1250.5', '2026-11-20'] },
    ])
  })

  test('keeps the numbers of rows, and leaves out empty ones', async () => {
    const cell = '<c r="A4" t="inlineStr"><is><t> x </t></is></c>'
    const bytes = zip(
      sheetOf(`<row r="1"><c r="A1"><v>0.30000000000000004</v></c></row><row r="4">${cell}</row>`),
    )
    expect(await read(bytes)).toEqual([
      { row: 1, cells: ['0.3'] },
      { row: 4, cells: ['x'] },
    ])
  })

  test.each([
    ['macros', [...sheetOf(''), { name: 'xl/vbaProject.bin', content: 'x' }], /macros/],
    ['two parts of one name', [...sheetOf(''), ...sheetOf('').slice(0, 1)], /damaged/],
    [
      '501 parts',
      Array.from({ length: 501 }, (_, index) => ({ name: `a${index}`, content: '' })),
      /too many parts/,
    ],
    ['no workbook in it', [{ name: 'readme.txt', content: 'hello' }], /not a workbook/],
    ['a part of 50 MB', [...sheetOf(''), { name: 'big', content: ' '.repeat(50_000_000) }], /too large/],
    [
      'a part that is longer than it says',
      [...sheetOf(''), { name: 'big', content: ' '.repeat(5_000_000), size: 1000 }],
      /damaged/,
    ],
  ])('is refused with %s', async (_what, parts: Part[], sentence) => {
    await expect(read(zip(parts))).rejects.toThrow(sentence)
  })

  test('is refused if it is cut off, or no file of this kind', async () => {
    const bytes = await workbook([['x', 100n, '2026-11-20']])
    await expect(read(bytes.subarray(0, bytes.length / 2))).rejects.toThrow(/damaged/)
    await expect(read(Buffer.from('%PDF-1.7\n\0\0'))).rejects.toThrow(/neither/)
    await expect(read(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0]))).rejects.toThrow(/neither/)
  })

  test('of more rows than allowed is refused', async () => {
    const rows = Array.from({ length: 12 }, (): Cell[] => ['x', 100n, null])
    await expect(read(await workbook(rows), 12)).rejects.toThrow('The file has more than 12 rows.')
    expect(await read(await workbook(rows), 13)).toHaveLength(13)
  })
})

describe('a CSV file', () => {
  test.each([
    [
      'commas',
      'a,b\n1,"x, y"\n',
      [
        ['a', 'b'],
        ['1', 'x, y'],
      ],
    ],
    [
      'semicolons',
      'a;b\r\n1;x, y\r\n',
      [
        ['a', 'b'],
        ['1', 'x, y'],
      ],
    ],
    [
      'tabs and a byte order mark',
      '\ufeffa\tb\n1\t2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'line breaks within quotation marks',
      'a,b\n"1\n2","say ""hi"""\n',
      [
        ['a', 'b'],
        ['1\n2', 'say "hi"'],
      ],
    ],
    [
      'text that looks like a formula',
      'a,b\n"=HYPERLINK(""x"")",+1\n',
      [
        ['a', 'b'],
        ['=HYPERLINK("x")', '+1'],
      ],
    ],
  ])('with %s', async (_what, text, expected) => {
    expect((await read(text)).map(({ cells }) => cells)).toEqual(expected)
  })

  test.each([
    ['sep=;', 'sep=;\r\na,1;b\r\n1;2\r\n', 'utf8'],
    ['"sep=|"', '"sep=|"\na,1|b\n1|2\n', 'utf8'],
    ['Unicode Text of Excel', '\ufeffa,1\tb\r\n1\t2\r\n', 'utf16le'],
  ] as const)('as %s is read, its heading is row 1', async (_what, text, encoding) => {
    expect(await read(Buffer.from(text, encoding))).toEqual([
      { row: 1, cells: ['a,1', 'b'] },
      { row: 2, cells: ['1', '2'] },
    ])
  })

  test('in UTF-16 with the high byte first is read', async () => {
    expect(await read(Buffer.from('\ufeffZoë\t1', 'utf16le').swap16())).toEqual([
      { row: 1, cells: ['Zoë', '1'] },
    ])
  })

  test('of an export loses the apostrophe before what looks like a formula', async () => {
    const [row] = await read(`"'=1+1",'-5,'tis,it's\n`)
    expect(row?.cells).toEqual(['=1+1', '-5', "'tis", "it's"])
  })

  test('that is an old or encrypted workbook is refused with what to do', async () => {
    await expect(read(Buffer.from('d0cf11e0a1b11ae10000', 'hex'))).rejects.toThrow(/Save it as .xlsx/)
  })

  test('of a spreadsheet program on Windows keeps its letters', async () => {
    expect(await read(Buffer.from('a,b\nCaf\xe9,\x93x\x94\n', 'latin1'))).toEqual([
      { row: 1, cells: ['a', 'b'] },
      { row: 2, cells: ['Café', '“x”'] },
    ])
  })

  test('is refused with a quotation mark that is not closed, or with NUL', async () => {
    await expect(read('a,b\n"1,2\n')).rejects.toThrow('Line 2 has quotation marks')
    await expect(read('a,b\n\0,2\n')).rejects.toThrow(/neither/)
    await expect(read(`a,b\n${'x'.repeat(2001)},2\n`)).rejects.toThrow(/Cell A2 has more than/)
  })

  test('with an amount that its comma makes two values is refused with the row', async () => {
    await expect(read('a,b,c\n1,2,3\n1,1,234.50,x\n')).rejects.toThrow(
      'Row 3 has 4 values, but the first row has 3 headings. Put quotation marks around each value that contains “,”.',
    )
    expect(await read('a,b,c\n1,"1,234.50",x\n,,,,\n1,2\n')).toHaveLength(3)
    // Some programs end each row with separators.
    expect(await read('a,b,c\n1,2,3,,\n')).toHaveLength(2)
  })

  test('with thousands of empty rows is read to its end', async () => {
    expect(await read(`a,b\n1,2\n${',\n'.repeat(7000)}3,4\n`)).toMatchObject([
      {},
      {},
      { row: 7003, cells: ['3', '4'] },
    ])
  })

  test('of more rows than allowed is refused', async () => {
    await expect(read(`a,b\n${'1,2\n'.repeat(5000)}`)).rejects.toThrow('more than 5,000 rows')
  })
})

test('a workbook that the portal exports is whole, whatever characters people entered', async () => {
  const texts = ['a\ufffeb', 'a\uffffb', 'a\ud800b', 'after']
  const rows = texts.map((text): Cell[] => [text, 1_00n, null])
  expect((await read(await workbook(rows))).map(({ cells }) => cells[0])).toEqual([
    'text',
    'a\ufffdb',
    'a\ufffdb',
    'a\ufffdb',
    'after',
  ])
})

test('what the portal exports is read back', async () => {
  const text = fc
    .string({ unit: 'grapheme', maxLength: 30 })
    .map(value => value.replaceAll(/[\p{Cc}\p{Cs}\ufffe\uffff]/gu, '').trim())
    .filter(value => value !== '' && !/^'/.test(value) && !value.includes('_x'))
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 5 }), async values => {
      const rows = values.map((value): Cell[] => [value, 12_300n, null])
      const expected = values.map(value => value)
      const fromXlsx = await read(await workbook(rows))
      expect(fromXlsx.slice(1).map(({ cells }) => cells[0])).toEqual(expected)
      let csv = ''
      for await (const part of csvFile(columns, all(rows))) csv += part
      expect((await read(csv)).slice(1).map(({ cells }) => cells[0])).toEqual(expected)
    }),
    { numRuns: 15 },
  )
})
