import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hostOf, startTestApp, type TestApp } from '../../../../testing/app.ts'
import { testClock } from '../../../../testing/clock.ts'
import { type MadeCharity, makeCharity, registerOf } from '../../../../testing/factories/make-charity.ts'
import { type MadeFund, makeFund } from '../../../../testing/factories/make-fund.ts'
import { makeGrant } from '../../../../testing/factories/make-grant.ts'
import { sheetOf, stylesOf, zip } from '../../../../testing/factories/make-workbook.ts'
import { basketCalls } from '../../../../testing/grants/basket-calls.ts'
import { uploadGrants } from '../drafts.contract.ts'

let portal: TestApp
let fund: MadeFund
let charity: MadeCharity

beforeAll(async () => {
  portal = await startTestApp({ clock: testClock() })
  fund = await makeFund(portal, { balanceMinor: 20_000_00n })
  charity = await makeCharity(portal.databases)
})
afterAll(() => portal.close())

type Choices = { hiddenRows?: 'include' | 'leave-out' }

const upload = (bytes: Uint8Array | string, choices: Choices = {}, of = fund) =>
  portal.call(
    uploadGrants,
    {
      params: { fundId: of.fundId },
      query: { name: 'grants', naming: 'fund_only', ...choices },
      upload: new Uint8Array(Buffer.from(bytes as string)),
    },
    { as: of.donor.session },
  )
const rowsOf = async (basketId: string, of = fund) =>
  (await basketCalls(portal, of, charity).show(basketId)).rows

const csv = (rows: readonly (readonly string[])[]) =>
  ['Tax ID\tAmount\tPurpose', ...rows.map(cells => cells.join('\t'))].join('\n')

describe('amounts of a file', () => {
  const refused = [
    ['£300', /“£300” is in another currency. Enter an amount in US dollars/],
    ['300 GBP', /in another currency/],
    ['€300', /in another currency/],
    ['\u2212300', /“\u2212300” is not an amount/],
    ['(300)', /“\(300\)” is not an amount/],
    ['1.000,00', /is not an amount/],
    ['1e3', /is not an amount/],
    ['9999999999', /at most/],
    [`3${'0'.repeat(60)}`, /“30+…” is not an amount/],
  ] as const
  const read = ["'300", '\u200e300\u200b', '$300.00', '300 USD', '\u00a0300']

  test('are refused in their row with the reason, or read without what nobody sees', async () => {
    const amounts = [...refused.map(([amount]) => amount), ...read]
    const { reply } = await upload(csv(amounts.map(amount => [charity.number, amount])))
    const rows = await rowsOf(reply.basketId)
    for (const [index, [, message]] of refused.entries())
      expect(rows[index]).toMatchObject({
        position: index + 2,
        content: { amountMinor: null },
        errors: [{ field: 'amountMinor', message: expect.stringMatching(message) }],
      })
    for (const row of rows.slice(refused.length))
      expect(row).toMatchObject({ errors: [], content: { amountMinor: 300_00n } })
    expect(rows).toHaveLength(amounts.length)
  })

  test('a number that a workbook shows with a pound sign is refused as pounds', async () => {
    const cell = (name: string, text: string) => `<c r="${name}" t="inlineStr"><is><t>${text}</t></is></c>`
    const rows = `<row r="1">${cell('A1', 'EIN')}${cell('B1', 'Amount')}</row><row r="2">${cell('A2', charity.number)}<c r="B2" s="1"><v>300</v></c></row>`
    const book = zip([...sheetOf(rows), stylesOf('[$£-809]#,##0.00')])
    const [row] = await rowsOf((await upload(book)).reply.basketId)
    expect(row?.errors[0]?.message).toBe('“£300” is in another currency. Enter an amount in US dollars')
  })

  test('a purpose that is the error of a formula, or the rest of an amount, is refused in its row', async () => {
    const rows = await rowsOf(
      (
        await upload(
          csv([
            [charity.number, '300', '#N/A'],
            [charity.number, '250', '000'],
          ]),
        )
      ).reply.basketId,
    )
    expect(rows.map(({ errors }) => errors)).toEqual([
      [{ field: 'purposeText', message: 'The purpose is the error #N/A of a formula' }],
      [{ field: 'purposeText', message: expect.stringMatching(/^“000” could be the rest of an amount/) }],
    ])
  })

  test('a column that the file hides is not read', async () => {
    const cell = (name: string, text: string) => `<c r="${name}" t="inlineStr"><is><t>${text}</t></is></c>`
    const rows = `<row r="1">${cell('A1', 'EIN')}${cell('B1', 'Amount')}</row><row r="2">${cell('A2', charity.number)}<c r="B2"><v>300</v></c></row>`
    const parts = sheetOf(rows).map(part => ({
      ...part,
      content: part.content.replace(
        '<sheetData>',
        '<cols><col min="2" max="2" hidden="1"/></cols><sheetData>',
      ),
    }))
    const { problem } = await upload(zip(parts))
    expect(problem?.errors?.file).toEqual([expect.stringMatching(/hides its column “Amount”/)])
  })

  test('two that cannot be read are not called the same', async () => {
    const rows = await rowsOf(
      (
        await upload(
          csv([
            [charity.number, 'abc'],
            [charity.number, 'xyz'],
          ]),
        )
      ).reply.basketId,
    )
    expect(rows.map(({ warnings }) => warnings)).toEqual([[], []])
  })
})

describe('numbers of charities in a file', () => {
  test('are read with what spreadsheets and web pages add', async () => {
    const { number } = charity
    const hyphened = `${number.slice(0, 2)}-${number.slice(2)}`
    const spellings = [
      hyphened,
      `\u200b${hyphened}\u200e`,
      `${number.slice(0, 2)}\u00ad${number.slice(2)}`,
      `\ufeff${number}`,
      `'${hyphened}`,
      `’${hyphened}`,
      hyphened.replace('-', '\u2212'),
      hyphened.replace('-', '\u2011'),
      `#${hyphened}`,
      `EIN: ${hyphened}`,
      `EIN #${hyphened}`,
      `(${hyphened})`,
      hyphened.replace('-', ' '),
      [...number].map(digit => String.fromCodePoint(0xff10 + Number(digit))).join(''),
    ]
    const { reply } = await upload(csv(spellings.map((text, index) => [text, `${300 + index}`])))
    const rows = await rowsOf(reply.basketId)
    for (const [index, row] of rows.entries())
      expect(row.content.charityId, JSON.stringify(spellings[index])).toBe(charity.charityId)
    expect(rows).toHaveLength(spellings.length)
  })

  test('a lost leading zero is restored, a missing digit is not invented', async () => {
    const zero = await makeCharity(portal.databases, { charityId: 'US-EIN-078646751', number: '078646751' })
    const found = await rowsOf(
      (await upload(csv(['78646751', '7-8646751', '07-864675'].map(text => [text, '300'])))).reply.basketId,
    )
    expect(found.map(({ content }) => content.charityId)).toEqual([zero.charityId, zero.charityId, null])
    expect(found[2]?.errors[0]?.message).toBe('“07-864675” is not a charity’s number')
  })
})

describe('purposes of a file', () => {
  test('of more than 500 characters are an error of their row until they are shortened', async () => {
    const long = 'x'.repeat(600)
    const { reply } = await upload(
      csv([
        [charity.number, '300', long],
        [charity.number, '301', 'x'.repeat(500)],
      ]),
    )
    const calls = basketCalls(portal, fund, charity)
    const [row, fits] = await rowsOf(reply.basketId)
    expect(fits?.errors).toEqual([])
    expect(row).toMatchObject({
      content: { given: { purpose: long } },
      errors: [
        { field: 'purposeText', message: 'The purpose in the file has 600 characters. Shorten it to 500' },
      ],
    })
    expect((await calls.submit((await calls.show(reply.basketId)).basket)).status).toBe(400)
    const given = { taxId: '', amount: '', naming: '', purpose: '' }
    await calls.save(row?.draftId ?? '', 1, { ...row?.content, purposeText: 'shorter', given })
    expect((await rowsOf(reply.basketId))[0]?.errors).toEqual([])
  })
})

describe('hidden rows of a workbook', () => {
  const row = (number: number, amount: string, attributes = '') =>
    `<row r="${number}" ${attributes}><c r="A${number}" t="inlineStr"><is><t>${number === 1 ? 'EIN' : charity.number}</t></is></c><c r="B${number}" t="inlineStr"><is><t>${amount}</t></is></c></row>`
  const book = (...hidden: number[]) =>
    zip(
      sheetOf(
        [1, 2, 3, 4]
          .map(at => row(at, at === 1 ? 'Amount' : `${300 + at}`, hidden.includes(at) ? 'hidden="1"' : ''))
          .join(''),
      ),
    )

  test('are asked about, by their numbers, and left out or included', async () => {
    const asked = await upload(book(3, 4))
    expect(asked.problem?.errors).toEqual({
      hiddenRows: [
        'Rows 3 and 4 are hidden in the file, for example by a filter. Should they become grants too?',
      ],
    })
    const left = await upload(book(3, 4), { hiddenRows: 'leave-out' })
    expect((await rowsOf(left.reply.basketId)).map(({ position }) => position)).toEqual([2])
    const included = await upload(book(3, 4), { hiddenRows: 'include', again: true } as Choices)
    expect((await rowsOf(included.reply.basketId)).map(({ position }) => position)).toEqual([2, 3, 4])
  })

  test('one is asked about in the singular; the heading counts as shown', async () => {
    expect((await upload(book(1, 2))).problem?.errors?.hiddenRows).toEqual([
      'Row 2 is hidden in the file, for example by a filter. Should it become a grant too?',
    ])
  })

  test('that are left out may leave nothing', async () => {
    expect((await upload(book(2, 3, 4), { hiddenRows: 'leave-out' })).problem?.errors?.file).toEqual([
      'The file has no grants below its first row',
    ])
  })
})

describe('an exported file', () => {
  test('of a basket says what is to be corrected, and is uploaded again', async () => {
    const { reply } = await upload(
      csv([
        [charity.number, '300', 'In memory of Ruth'],
        [charity.number, '£9', ''],
      ]),
    )
    const { body } = await portal.app.inject({
      url: `/api/accounts/${fund.fundId}/grant-baskets/${reply.basketId}/export?format=csv`,
      headers: { host: hostOf('npt'), 'x-accountid': '0', ...fund.donor.session.headers },
    })
    expect(body).toContain('“£9” is in another currency. Enter an amount in US dollars.')
    const rows = await rowsOf((await upload(body)).reply.basketId)
    expect(rows.map(({ content }) => content)).toMatchObject([
      { charityId: charity.charityId, amountMinor: 300_00n, purposeText: 'Ruth', namingCode: 'fund_only' },
      { charityId: charity.charityId, amountMinor: null, purposeCode: 'where_needed' },
    ])
  })

  test.each([
    ['npt', 'csv', 'giving'],
    ['npt', 'xlsx', 'grants'],
    ['nptuk', 'xlsx', 'giving'],
    ['nptuk', 'csv', 'grants'],
  ])('of %s as %s of %s is uploaded as it is', async (book, format, list) => {
    const of = await makeFund(portal, { book, balanceMinor: 20_000_00n })
    const register = registerOf(book)
    const made = await Promise.all([1, 2, 3].map(() => makeCharity(portal.databases, { register })))
    const choices = [
      { purposeCode: 'in_memory', purposeText: 'Ruth', namingCode: 'anonymous' },
      { purposeCode: 'other', purposeText: '=1+1, the roof\nand the door', namingCode: 'fund_only' },
      { purposeCode: 'where_needed', purposeText: null, namingCode: 'fund_and_donor' },
    ] as const
    for (const [index, { charityId }] of made.entries())
      await makeGrant(portal, of, { charityId, amountMinor: 300_00n, ...choices[index] })
    const file = await portal.app.inject({
      url: `/api/accounts/${of.fundId}/${list}/export?format=${format}&sort=createdDate`,
      headers: { host: hostOf(book), 'x-accountid': '0', ...of.donor.session.headers },
    })
    if (format === 'csv')
      expect(file.body.split('\r\n', 1)[0]).toMatch(
        /,(Tax ID|Charity number),Charity status,.*,Account ID,Account Name$/,
      )
    const rows = await rowsOf((await upload(file.rawPayload, {}, of)).reply.basketId, of)
    expect(rows.map(({ errors }) => errors)).toEqual([[], [], []])
    for (const [index, { charityId }] of made.entries()) {
      const content = rows.map(row => row.content).find(each => each.charityId === charityId)
      expect(content).toMatchObject({ amountMinor: 300_00n, ...choices[index] })
    }
    expect(rows.flatMap(({ warnings }) => warnings.map(({ key }) => key.split(':')[0]))).toEqual([
      'repeat',
      'repeat',
      'repeat',
    ])
  })
})
