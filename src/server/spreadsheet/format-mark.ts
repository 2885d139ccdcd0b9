const isoCodes = new Set(Intl.supportedValuesOf('currency'))

/** What a format shows as text: `[$£-809]`, `"USD"`, `\$`. */
const shown = /\[\$([^\]-]*)[^\]]*\]|"([^"]*)"|\\(.)/gu
/** What it does not show: a color or a condition, a blank of some width, a fill. */
const notShown = /\[[^\]]*\]|[_*]./gu

/**
 * The currency that a format of numbers shows (`£`, `US$`, `GBP`), or `%`; null where it shows neither. A format is the code of
 * ECMA-376, part 1, 18.8.31; its first section is that of amounts.
 */
export function formatMark(formatCode: string): string | null {
  const section =
    formatCode.replaceAll(/\\;|"[^"]*"/g, text => text.replaceAll(';', ' ')).split(';', 1)[0] ?? ''
  const texts: string[] = []
  const rest = section
    .replaceAll(shown, (_whole, currency?: string, quoted?: string, escaped?: string) => {
      texts.push(currency ?? quoted ?? escaped ?? '')
      return ' '
    })
    .replaceAll(notShown, ' ')
  const all = [...texts, rest].join(' ')
  const sign = /[A-Z]*\p{Sc}/u.exec(all)?.[0]
  if (sign !== undefined) return sign
  const code = texts.flatMap(text => text.match(/\b[A-Z]{3}\b/g) ?? []).find(text => isoCodes.has(text))
  return code === undefined ? (rest.includes('%') ? '%' : null) : `${code} `
}
