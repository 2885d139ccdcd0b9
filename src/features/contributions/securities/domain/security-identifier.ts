/** The numbers by which securities are known, each with a check digit. */
export const identifierTypes = ['isin', 'cusip', 'sedol'] as const
export type IdentifierType = (typeof identifierTypes)[number]

export const identifierLabels = {
  isin: 'ISIN',
  cusip: 'CUSIP',
  sedol: 'SEDOL',
} as const satisfies Record<IdentifierType, string>

export const wrongIdentifier = 'Check the number. Its last digit does not fit the others.'

/** Whether the number has the form of its type, in capitals, and its check digit is right. */
export const isIdentifier = (type: IdentifierType, number: string): boolean => checks[type](number)

const checks = { isin: isIsin, cusip: isCusip, sedol: isSedol } as const satisfies Record<
  IdentifierType,
  (number: string) => boolean
>

/** `A` is 10, `Z` 35. */
const characterValue = (character: string): number => Number.parseInt(character, 36)

/** ISO 6166: each letter becomes two digits, then Luhn's formula over all of them. */
function isIsin(number: string): boolean {
  if (!/^[A-Z]{2}[A-Z0-9]{9}\d$/.test(number)) return false
  const digits = [...number].map(characterValue).join('')
  let sum = 0
  for (const [index, digit] of [...digits].reverse().entries())
    sum += index % 2 === 0 ? Number(digit) : digitSum(2 * Number(digit))
  return sum % 10 === 0
}

/** ANSI X9.6: each second of the eight characters counts twice, and the sum is that of digits. */
function isCusip(number: string): boolean {
  if (!/^[A-Z0-9*@#]{8}\d$/.test(number)) return false
  let sum = 0
  for (const [index, character] of [...number.slice(0, 8)].entries())
    sum += digitSum(cusipValue(character) * (index % 2 === 0 ? 1 : 2))
  return (10 - (sum % 10)) % 10 === Number(number[8])
}

const cusipValue = (character: string): number => {
  const special = '*@#'.indexOf(character)
  return special === -1 ? characterValue(character) : 36 + special
}

const sedolWeights = [1, 3, 1, 7, 3, 9, 1] as const

/** The London Stock Exchange's number: no vowels, and a weighted sum that ten divides. */
function isSedol(number: string): boolean {
  if (!/^[0-9BCDFGHJ-NP-TV-Z]{6}\d$/.test(number)) return false
  const sum = sedolWeights.reduce(
    (total, weight, index) => total + weight * characterValue(number[index] ?? ''),
    0,
  )
  return sum % 10 === 0
}

const digitSum = (value: number): number => Math.floor(value / 10) + (value % 10)
