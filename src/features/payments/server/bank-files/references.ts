/** The largest number of a run: the column is an integer. */
const maxRunNumber = 2_147_483_647

/** The payment that a field of the bank names, although it has lost its hyphen, its capitals or has blanks in it; null if it is none of ours. */
export function referenceIn(field: string | null): string | null {
  const found = /^GRANT-?(\d{1,18})$/.exec(compact(field))?.[1]
  return found === undefined ? null : `GRANT-${found}`
}

/** The run that a field of the bank names; null if it is none of ours. */
export function runIn(field: string | null): number | null {
  const found = /^RUN-?(\d{1,10})$/.exec(compact(field))?.[1]
  return found === undefined ? null : runNumber(found)
}

/** The payments that a text mentions, each once. */
export function referencesMentioned(text: string): string[] {
  const found = [...text.matchAll(/\bGRANT ?-? ?(\d{1,18})\b/gi)].map(([, number]) => `GRANT-${number}`)
  if (found.length > 0) return [...new Set(found)]
  // Banks break texts at the end of a line, also within a reference.
  return [...new Set(compact(text).match(/GRANT-\d{1,18}(?![0-9A-Z])/g) ?? [])]
}

/** The only run that a text mentions; null if there is none or there are several. */
export function runMentioned(text: string): number | null {
  const found = new Set([...text.matchAll(/\bRUN[- ](\d{1,10})\b/gi)].map(([, number]) => number))
  const [only] = found
  return found.size === 1 && only !== undefined ? runNumber(only) : null
}

function runNumber(digits: string): number | null {
  const number = Number(digits)
  return number >= 1 && number <= maxRunNumber ? number : null
}

const compact = (text: string | null) => (text ?? '').replaceAll(/\s/g, '').toUpperCase()

/** What banks write where they have no reference. */
const placeholders = /^(NON-?REF|NO-?REF|NONE|NOT-?PROVIDED|N\/?A|UNKNOWN|0+|X+|-+)$/

/** A reference without blanks around it; null for a placeholder. */
export function givenReference(field: string | null): string | null {
  const text = field?.trim() ?? ''
  return text === '' || placeholders.test(compact(text)) ? null : text.slice(0, 140)
}

/** Banks count entries anew in each statement, so that a short entry reference (`NtryRef`) names another entry tomorrow. */
const minEntryReference = 8

/**
 * The reference that identifies an entry at the bank: that of the account servicer, else its entry reference if it is no mere counter; null
 * if there is none.
 */
export function identifyingReference(servicer: string | null, entryReference: string | null): string | null {
  const given = givenReference(servicer)
  if (given !== null) return given
  const counted = givenReference(entryReference)
  return counted !== null && counted.replace(/^0+/, '').length >= minEntryReference ? counted : null
}
