const isoCodes = new Set(Intl.supportedValuesOf('currency'))

/** What a format shows as text: `[$£-809]`, `"USD"`, `\$`. */
const shown = /\[\$([^\]-]*)[^\]]*\]|"([^"]*)"|\\(.)/gu
/** What it does not show: a color or a condition, a blank of some width, a fill. */
const notShown = /\[[^\]]*\]|[_*]./gu

/**
 * The currency that a format of numbers shows (`£`, `US$`, `GBP`), after a minus where it shows amounts as negative, as `(0.00)` does; or
 * `%`; null where it shows nothing of them. A format is the code of ECMA-376, part 1, 18.8.31; its first section is that of amounts.
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
  const minus = isShownNegative(section) ? '-' : ''
  const sign = /[A-Z]*\p{Sc}/u.exec(all)?.[0]
  if (sign !== undefined) return `${minus}${sign}`
  const code = texts.flatMap(text => text.match(/\b[A-Z]{3}\b/g) ?? []).find(text => isoCodes.has(text))
  if (code !== undefined) return `${minus}${code} `
  return rest.includes('%') ? '%' : minus || null
}

/** Whether a minus or a parenthesis stands before the figures, with nothing but a currency around it. */
const isShownNegative = (section: string): boolean =>
  /^[\s\p{Sc}]*[-\u2212(][\s\p{Sc}]*[0#?]/u.test(
    section
      .replaceAll(
        shown,
        (_whole, currency?: string, quoted?: string, escaped?: string) => currency ?? quoted ?? escaped ?? '',
      )
      .replaceAll(notShown, ''),
  )
