import fc from 'fast-check'
import { expect, test } from 'vitest'
import { amountInWords } from './amount-in-words.ts'

test.each([
  [1n, 'Zero and 01/100'],
  [1_00n, 'One and 00/100'],
  [13_05n, 'Thirteen and 05/100'],
  [20_00n, 'Twenty and 00/100'],
  [99_99n, 'Ninety-nine and 99/100'],
  [100_00n, 'One hundred and 00/100'],
  [110_10n, 'One hundred ten and 10/100'],
  [1_000_00n, 'One thousand and 00/100'],
  [1_250_00n, 'One thousand two hundred fifty and 00/100'],
  [40_019_00n, 'Forty thousand nineteen and 00/100'],
  [1_000_001_00n, 'One million one and 00/100'],
  [1_000_000_000_00n, 'One billion and 00/100'],
  [
    999_999_999_999_99n,
    'Nine hundred ninety-nine billion nine hundred ninety-nine million nine hundred ninety-nine thousand nine hundred ninety-nine and 99/100',
  ],
])('%d cents are %s', (amountMinor, words) => {
  expect(amountInWords(amountMinor)).toBe(words)
})

test('an amount that no check has is refused', () => {
  expect(() => amountInWords(-1n)).toThrow('no check')
  expect(() => amountInWords(1_000_000_000_000_00n)).toThrow('no check')
})

/** The value of words, by adding instead of dividing. */
function readWords(words: string): bigint {
  const units = new Map<string, bigint>()
  for (const [
    index,
    word,
  ] of 'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
    .split(' ')
    .entries())
    units.set(word, BigInt(index))
  for (const [index, word] of 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ').entries())
    units.set(word, BigInt(index + 2) * 10n)
  const scales = new Map([
    ['thousand', 1_000n],
    ['million', 1_000_000n],
    ['billion', 1_000_000_000n],
  ])
  let [total, group] = [0n, 0n]
  for (const word of words.toLowerCase().split(/[ -]/)) {
    const scale = scales.get(word)
    if (scale !== undefined) {
      total += group * scale
      group = 0n
    } else if (word === 'hundred') group *= 100n
    else group += units.get(word) ?? -1n
  }
  return total + group
}

test('the words and the cents of any amount are the amount', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 999_999_999_999_99n }), amountMinor => {
      const [words = '', cents = ''] = amountInWords(amountMinor).split(' and ')
      expect(readWords(words) * 100n + BigInt(cents.replace('/100', ''))).toBe(amountMinor)
    }),
  )
})
