/** Purposes of open-points 6, in the order in which they are offered. All but the first need words of their own. */
export const purposes = {
  where_needed: 'Where it is needed most',
  in_honour: 'In honour of',
  in_memory: 'In memory of',
  programme: 'A named programme',
  other: 'Other',
} as const
export type Purpose = keyof typeof purposes
export const purposeCodes = Object.keys(purposes) as [Purpose, ...Purpose[]]

export const namings = {
  fund_and_donor: 'Fund and donor, with address',
  fund_only: 'Fund name only',
  anonymous: 'Anonymous',
} as const
export type Naming = keyof typeof namings
export const namingCodes = Object.keys(namings) as [Naming, ...Naming[]]

/** US clients write "honor" and "program"; the label in the words of the reader's locale. */
export function purposeLabel(purpose: Purpose, locale: string): string {
  const label: string = purposes[purpose]
  return locale === 'en-US' ? label.replace('honour', 'honor').replace('programme', 'program') : label
}

/** How a statement and a confirmation write it: `In memory of Ruth Whitcombe`. */
export function purposeInWords(purpose: Purpose, text: string | null, locale: string): string {
  const label = purposeLabel(purpose, locale)
  if (text === null) return label
  return purpose === 'in_honour' || purpose === 'in_memory' ? `${label} ${text}` : text
}

type Forbidden = { words: RegExp; why: string; instead: string }

/** What may not be paid from a donor-advised fund (open-points 6): each with its reason and wording that may. */
const forbidden: readonly Forbidden[] = [
  {
    words: /\b(tickets?|table|sponsor(ship)?|admission|raffle)\b/i,
    why: 'A grant cannot pay for tickets, tables or sponsorship, because you would receive something in return.',
    instead: 'To support the same charity, choose "Where it is needed most".',
  },
  {
    words:
      /\b(gala|dinner|banquet|luncheon|golf (day|outing|tournament)|(annual|benefit|charity|summer|winter) ball)\b/i,
    why: 'A grant cannot pay for attending a gala or other event.',
    instead: 'To support what the event raises money for, name the programme itself.',
  },
  {
    words: /\bauctions?\b/i,
    why: 'A grant cannot pay for an auction item, because you would receive something in return.',
    instead: 'To support the same charity, choose "Where it is needed most".',
  },
  {
    words: /\b(tuition|school fees|college fees)\b/i,
    why: 'A grant cannot pay the tuition of a particular person.',
    instead:
      'A scholarship fund whose recipients the school chooses may be named, for example "General scholarship fund".',
  },
  {
    words: /\b(member(ship)?s?)\b(?=.*\b(dues|fees?|benefits?|renewal|subscription)\b)|\bdues\b/i,
    why: 'A grant cannot pay for membership that brings benefits.',
    instead: 'To support the same charity without benefits, choose "Where it is needed most".',
  },
  {
    words: /\b(pledge[sd]?|pledging)\b/i,
    why: 'A grant cannot meet a legally binding pledge.',
    instead: 'If nothing binds you, say what the gift is for, for example "Annual appeal".',
  },
  {
    words:
      /\b(for|to help|benefit of)\s+(my|our)\s+(son|daughter|child|children|grandson|granddaughter|niece|nephew|friend|wife|husband|brother|sister|mother|father)\b/i,
    why: 'A grant cannot be for the benefit of a named individual.',
    instead: 'Say what the charity should do with it, for example "Medical research".',
  },
]

/** Why a purpose's text may not be paid, with wording that may; null where nothing speaks against it. */
export function purposeObjection(text: string): string | null {
  const found = forbidden.find(({ words }) => words.test(text))
  return found ? `${found.why} ${found.instead}` : null
}
