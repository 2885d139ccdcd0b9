/** Stems in British and American spelling. */
const stems = [
  ['acknowledgement', 'acknowledgment'],
  ['adviser', 'advisor'],
  ['authoris', 'authoriz'],
  ['cancell', 'cancel'],
  ['categoris', 'categoriz'],
  ['enrolment', 'enrollment'],
  ['honour', 'honor'],
  ['organis', 'organiz'],
  ['programme', 'program'],
] as const

/** Words that differ. American texts stay as they are in the UK, because words such as "check" and "city" have other meanings too. */
const words = [
  ['bank holiday', 'federal holiday'],
  ['bank transfer', 'wire'],
  ['by post', 'by mail'],
  ['call us on', 'call us at'],
  ['cheque', 'check'],
  ['financial year', 'fiscal year'],
  ['in the post', 'in the mail'],
  ['postcode', 'ZIP code'],
  ['town', 'city'],
  ['working day', 'business day'],
] as const

const british = new Map<string, string>(stems.map(([uk, us]) => [us, uk]))
const american = new Map<string, string>([...stems, ...words])

// "canceled" and "canceling", but not "cancel" and "cancellation", which both spell alike.
const americanStems =
  /acknowledgment|advisor|authoriz|cancel(?=ed|ing)|categoriz|enrollment|honor|organiz|program(?!m)/gi
const britishWords =
  /acknowledgement|adviser|authoris|bank holiday|bank transfer|by post|call us on|cancell(?=ed|ing)|categoris|cheque|enrolment|financial year|honour|in the post|organis|postcode|programme|\btown\b|working day/gi

/** `{,}` stands for the comma before the last part of a list, which American English has and British English has not. */
export const withListCommas = (text: string, locale: string): string =>
  text.replaceAll('{,}', locale === 'en-US' ? ',' : '')

/**
 * A text of the program in the English of a locale: `Cancelled` for `en-GB`, `Canceled` for `en-US`, `{,}` as above. Never for names
 * and texts that people have entered.
 */
export function localEnglish(text: string, locale: string): string {
  const [pattern, translations] = locale === 'en-US' ? [britishWords, american] : [americanStems, british]
  return withListCommas(text, locale).replace(pattern, found => {
    const translation = translations.get(found.toLowerCase()) ?? found
    return /^[A-Z]/.test(found) ? translation.charAt(0).toUpperCase() + translation.slice(1) : translation
  })
}
