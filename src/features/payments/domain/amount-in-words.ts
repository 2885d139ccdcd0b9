import { minorPerUnit } from '../../../domain/money.ts'

const small =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const tens = '- - twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const groups = ['', 'thousand', 'million', 'billion'] as const
const perGroup = 1_000n

/** The dollars of an amount in words and its cents as a fraction, as a check has them: `One thousand two hundred fifty and 00/100`. @throws Error from a trillion dollars on. */
export function amountInWords(amountMinor: bigint): string {
  const whole = amountMinor / minorPerUnit
  if (amountMinor < 0n || whole >= perGroup ** BigInt(groups.length))
    throw new Error(`no check has the amount ${amountMinor}`)
  const cents = String(amountMinor % minorPerUnit).padStart(2, '0')
  const words = wordsOf(whole)
  return `${words.charAt(0).toUpperCase()}${words.slice(1)} and ${cents}/100`
}

function wordsOf(whole: bigint): string {
  if (whole === 0n) return 'zero'
  const parts: string[] = []
  let rest = whole
  for (const group of groups) {
    const value = Number(rest % perGroup)
    if (value > 0) parts.unshift(group === '' ? underThousand(value) : `${underThousand(value)} ${group}`)
    rest /= perGroup
  }
  return parts.join(' ')
}

function underThousand(value: number): string {
  const hundreds = Math.floor(value / 100)
  const rest = value % 100
  return [
    ...(hundreds === 0 ? [] : [`${small[hundreds]} hundred`]),
    ...(rest === 0 ? [] : [underHundred(rest)]),
  ].join(' ')
}

function underHundred(value: number): string {
  if (value < small.length) return small[value] ?? ''
  const ten = tens[Math.floor(value / 10)] ?? ''
  return value % 10 === 0 ? ten : `${ten}-${small[value % 10]}`
}
