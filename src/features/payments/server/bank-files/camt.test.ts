import { describe, expect, test } from 'vitest'
import { Problem } from '../../../../contract/problems.ts'
import { type CamtEntry, type CamtStatement, camtFile } from '../../../../testing/payments/camt.ts'
import type { OwnAccount } from './bank-line.ts'
import { parseBankFile } from './parse-bank-file.ts'

const own: OwnAccount = {
  bankCode: '601613',
  accountNumber: '00000002',
  currency: 'GBP',
  csv: null,
  others: [],
}
const statement = (entries: readonly CamtEntry[], about: Partial<CamtStatement> = {}): CamtStatement => ({
  account: '00000002',
  bank: '601613',
  currency: 'GBP',
  ...about,
  entries,
})
const read = (text: string) => parseBankFile(Buffer.from(text), own)
const linesOf = (...entries: readonly CamtEntry[]) => read(camtFile([statement(entries)])).lines
const refusal = (text: string) => {
  try {
    read(text)
  } catch (failure) {
    return failure instanceof Problem ? failure.detail : String(failure)
  }
  return undefined
}
const credit: CamtEntry = { amount: '100.00', side: 'CRDT' }

describe('the messages', () => {
  test.each([
    ['camt.052', '02'],
    ['camt.052', '08'],
    ['camt.053', '02'],
    ['camt.053', '12'],
    ['camt.054', '04'],
    ['camt.054', '08'],
  ] as const)('%s.001.%s is read', (message, version) => {
    const text = camtFile([statement([{ ...credit, servicerRef: 'SV-1', isOldStatus: version < '08' }])], {
      message,
      version,
    })
    expect(read(text)).toMatchObject({
      format: message,
      lines: [{ effect: 'returned', amountMinor: 100_00n, movement: { entry: { reference: 'SV-1' } } }],
    })
  })

  test('entries with prefixes, attributes, comments, CDATA and entities say the same', () => {
    const plain = camtFile([
      statement([
        { ...credit, servicerRef: 'SV-1', text: 'Ada &amp; Ben' },
        { ...credit, servicerRef: 'SV-2', text: '1 &lt; 2' },
      ]),
    ])
    const odd = plain
      .replace('Ada &amp; Ben', '<![CDATA[Ada & Ben]]>')
      .replaceAll(/<(\/?)([A-Z])/g, '<$1bank:$2')
      .replaceAll('</bank:Ntry>', '<!-- </bank:Ntry> -->\n</bank:Ntry>')
      .replace('<bank:Ntry>', '<bank:Ntry id="1">')
    expect(odd).toContain('<bank:Ntry id="1">')
    const { lines } = read(odd)
    expect(lines).toEqual(read(plain).lines)
    expect(lines.map(({ detail }) => detail)).toEqual(['Ada & Ben', '1 < 2'])
  })

  test('a statement without entries has no lines', () => {
    expect(linesOf()).toEqual([])
  })
})

describe('amounts', () => {
  test.each([
    ['0000000000000303.00', 303_00n],
    ['303', 303_00n],
    ['303.5', 303_50n],
    ['303.50000', 303_50n],
    ['.5', 50n],
    ['+303.00', 303_00n],
  ])('%s is an amount', (amount, amountMinor) => {
    expect(linesOf({ ...credit, amount })[0]?.amountMinor).toBe(amountMinor)
  })

  test.each(['-303.00', '3e2', '303,00', '303.005', '.', `${'9'.repeat(14)}.00`, '0'.repeat(50), '１００'])(
    '%s is none',
    amount => {
      expect(refusal(camtFile([statement([{ ...credit, amount }])]))).toMatch(/is not an amount/)
    },
  )
})

describe('the parts of an entry', () => {
  const parts = (amountIn: 'Amt' | 'TxAmt' | 'InstdAmt', one = '100.00') => [
    { endToEnd: 'GRANT-1', amount: one, amountIn },
    { endToEnd: 'GRANT-2', amount: '50.00', amountIn },
  ]

  test.each(['Amt', 'TxAmt', 'InstdAmt'] as const)('count with their amounts in %s', amountIn => {
    expect(linesOf({ ...credit, amount: '150.00', parts: parts(amountIn) })).toMatchObject([
      { names: { reference: 'GRANT-1' }, amountMinor: 100_00n, movement: { problem: null } },
      { names: { reference: 'GRANT-2' }, amountMinor: 50_00n, movement: { problem: null } },
    ])
  })

  test('without amounts are those of the entry only if there is one', () => {
    expect(linesOf({ ...credit, parts: [{ endToEnd: 'GRANT-1' }] })).toMatchObject([{ amountMinor: 100_00n }])
    expect(linesOf({ ...credit, parts: [{ endToEnd: 'GRANT-1' }, { endToEnd: 'GRANT-2' }] })).toMatchObject(
      [{ names: null, amountMinor: 100_00n, movement: { problem: /no amount in GBP/ } }].map(line => ({
        ...line,
        movement: { problem: expect.stringMatching(line.movement.problem) },
      })),
    )
  })

  test.each([
    ['add up to less', parts('Amt', '90.00')],
    ['are more because of charges', [{ endToEnd: 'GRANT-1', amount: '155.00' }]],
    ['are in another currency', [{ endToEnd: 'GRANT-1', amount: '150.00', currency: 'EUR' }]],
  ])('that %s make one line, for a person', (_what, wrong) => {
    const [line, ...others] = linesOf({ ...credit, amount: '150.00', parts: wrong })
    expect(others).toEqual([])
    expect(line).toMatchObject({ names: null, amountMinor: 150_00n })
    expect(line?.movement?.problem).toMatch(/Compare it with the bank/)
  })

  test('keep their positions in any order', () => {
    const positions = (order: readonly number[]) =>
      linesOf({
        ...credit,
        amount: '120.00',
        parts: order.map(
          number =>
            [
              { endToEnd: 'A', amount: '50.00' },
              { endToEnd: 'A', amount: '50.00' },
              { endToEnd: 'B', amount: '20.00' },
            ][number] ?? {},
        ),
      })
        .map(({ movement }) => `${movement?.partReference} ${movement?.partPosition}`)
        .toSorted()
    expect(positions([0, 1, 2])).toEqual(['A 1', 'A 2', 'B 1'])
    expect(positions([2, 1, 0])).toEqual(positions([0, 1, 2]))
  })
})

describe('what a line is about', () => {
  test.each([
    ['GRANT-1000042', 'GRANT-1000042'],
    ['grant-1000042', 'GRANT-1000042'],
    ['GRANT 10000 42', 'GRANT-1000042'],
    ['GRANT1000042', 'GRANT-1000042'],
  ])('the field %j names %s', (endToEnd, reference) => {
    expect(linesOf({ ...credit, parts: [{ endToEnd }] })[0]).toMatchObject({
      names: { reference },
      movement: { isNamedByText: false },
    })
  })

  test.each(['NOTPROVIDED', 'NONREF', '', 'GRANT-', 'GRANT-12A', `GRANT-${'9'.repeat(30)}`])(
    'the field %j names nothing',
    endToEnd => {
      expect(linesOf({ ...credit, parts: [{ endToEnd }] })[0]?.names).toBeNull()
    },
  )

  test('a text only mentions it, and a reference of the creditor names it', () => {
    expect(linesOf({ ...credit, parts: [{ text: 'gift, see Grant-42 of May' }] })[0]).toMatchObject({
      names: { reference: 'GRANT-42' },
      movement: { isNamedByText: true, isReturn: false },
    })
    expect(linesOf({ ...credit, parts: [{ creditorReference: 'GRANT-42' }] })[0]).toMatchObject({
      names: { reference: 'GRANT-42' },
      movement: { isNamedByText: false },
    })
    expect(linesOf({ ...credit, text: 'GRANT-1 and GRANT-2' })[0]?.names).toBeNull()
  })

  test.each([
    ['RUN-12', { runNumber: 12 }],
    ['RUN-2147483647', { runNumber: 2_147_483_647 }],
    ['RUN-3000000000', null],
    ['RUN-99999999999999999999', null],
    ['RUN-0', null],
    ['RUN-12 RUN-13', null],
    ['TRUN-12', null],
  ])('the text %s names %j', (text, names) => {
    expect(linesOf({ ...credit, text })[0]?.names).toEqual(names)
  })

  test.each([
    [{ parts: [{ endToEnd: 'GRANT-1', returnReason: 'AC04' }] }, true],
    [{ returnCode: 'RRTN' }, true],
    [{ isReversal: true }, true],
    [{ parts: [{ endToEnd: 'GRANT-1' }] }, false],
  ])('%j says that money came back: %s', (about, isReturn) => {
    expect(linesOf({ ...credit, ...about })[0]?.movement?.isReturn).toBe(isReturn)
  })
})

describe('the reference of an entry', () => {
  test.each([
    [{ servicerRef: 'SV1', entryRef: '1' }, 'SV1'],
    [{ servicerRef: 'NONREF', entryRef: '20260318-000001' }, '20260318-000001'],
    [{ parts: [{ servicerRef: 'TX-77' }] }, 'TX-77'],
    // A counter that begins anew in each statement.
    [{ entryRef: '77' }, null],
    [{ entryRef: '0000000077' }, null],
    [{ servicerRef: 'NOTPROVIDED' }, null],
    [{}, null],
  ])('of %j is %j', (about, reference) => {
    expect(linesOf({ ...credit, ...about })[0]?.movement?.entry.reference).toBe(reference)
  })
})

describe('reversals', () => {
  test('money that came in is a return; a credit that the bank took back is for a person', () => {
    expect(linesOf({ ...credit, isReversal: true })[0]).toMatchObject({
      effect: 'returned',
      movement: { isReturn: true, problem: null },
    })
    const taken = linesOf({ ...credit, side: 'DBIT', isReversal: true })[0]
    expect(taken?.movement?.problem).toMatch(/took back a credit/)
  })

  test('of a bank whose balances say that it means the side of the original are read so', () => {
    const text = (closing: string) =>
      camtFile([statement([{ ...credit, side: 'DBIT', isReversal: true }], { opening: '1000.00', closing })])
    expect(read(text('1100.00')).lines[0]).toMatchObject({ effect: 'returned', movement: { problem: null } })
    expect(read(text('900.00')).lines[0]?.movement?.problem).toMatch(/took back a credit/)
  })
})

test('pending entries and those without an amount do nothing', () => {
  expect(linesOf({ ...credit, status: 'PDNG' }, { ...credit, amount: '0.00' })).toMatchObject([
    { effect: 'none', detail: 'Not booked yet' },
    { effect: 'none', detail: 'Nothing was booked' },
  ])
})

describe('a file is refused', () => {
  test.each([
    ['in another currency', camtFile([statement([credit], { currency: 'EUR' })]), /in EUR/],
    [
      'with an entry in another',
      camtFile([statement([{ ...credit, currency: 'EUR' }])]),
      /Entry 1 is in EUR/,
    ],
    [
      'if its balances and entries do not add up',
      camtFile([statement([credit], { opening: '1000.00', closing: '1000.00' })]),
      /do not add up/,
    ],
    ['with an entry on neither side', camtFile([statement([credit])]).replace('>CRDT<', '>BOTH<'), /neither/],
    [
      'with an entry of no day',
      camtFile([statement([{ ...credit, on: '2026-02-30' }])]).replace(/<CreDtTm>.*?<\/CreDtTm>/, ''),
      /no booking date/,
    ],
  ])('%s', (_what, text, sentence) => {
    expect(refusal(text)).toMatch(sentence)
  })

  test('but not if they do, also with pending entries and an overdraft', () => {
    const entries: CamtEntry[] = [
      credit,
      { ...credit, side: 'DBIT', amount: '250.00' },
      { ...credit, status: 'PDNG' },
    ]
    expect(read(camtFile([statement(entries, { opening: '50.00', closing: '-100.00' })])).lines).toHaveLength(
      3,
    )
  })
})
