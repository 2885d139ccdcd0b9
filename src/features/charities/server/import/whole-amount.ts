const plain = /^-?\d{1,15}$/
const maxDigits = 15

/**
 * The digits of a whole amount, as a register or a spreadsheet writes it: `1234`, `1,234`, `1234.00`, `$1,234`, `(1,234)` for a negative one,
 * `1.2E+08`. Null for an empty cell or a dash; undefined for anything else, such as cents or commas in other places.
 */
export function wholeAmount(text: string): string | null | undefined {
  if (plain.test(text)) return text
  const trimmed = text.trim()
  if (trimmed === '' || trimmed === '-') return null
  const isNegative = /^\(.*\)$/.test(trimmed) || trimmed.startsWith('-')
  const bare = trimmed
    .replace(/^\((.*)\)$/, '$1')
    .replace(/^-/, '')
    .replace(/^[$£] ?/, '')
  const digits = grouped(bare) ?? scientific(bare)
  if (digits === undefined || digits.length > maxDigits) return undefined
  return isNegative && digits !== '0' ? `-${digits}` : digits
}

function grouped(text: string): string | undefined {
  const found = /^(\d{1,3}(?:,\d{3})+|\d+)(?:\.0*)?$/.exec(text)?.[1]
  return found?.replaceAll(',', '').replace(/^0+(?=\d)/, '')
}

/** A number of digits without a rest: `1.2E+08`, not `1.25E+1`. */
function scientific(text: string): string | undefined {
  const [, whole = '', decimals = '', exponent = ''] = /^(\d)(?:\.(\d+))?E\+?(\d{1,2})$/i.exec(text) ?? []
  if (whole === '') return undefined
  const zeros = Number(exponent) - decimals.length
  return zeros < 0 ? undefined : `${whole}${decimals}${'0'.repeat(zeros)}`.replace(/^0+(?=\d)/, '')
}
