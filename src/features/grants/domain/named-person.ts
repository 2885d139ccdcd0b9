import { givenNames } from './given-names.ts'

const relation =
  '(?:son|daughter|child|children|kids?|grandson|granddaughter|grandchild|grandchildren|niece|nephew|cousin|friend|wife|husband|partner|brother|sister|mother|father|mom|mum|dad|parents|aunt|uncle|godson|goddaughter|godchild|neighbou?r|employee|student)'
const related = `(?:my|our)\\s+(?:[\\p{L}-]+\\s+)?${relation}\\b`
const relatedAnywhere = new RegExp(`\\b${related}`, 'iu')
const supportsRelated = new RegExp(`(?:\\b(?:for|help|support|benefit of|behalf of)\\s+|^)${related}`, 'iu')
const helpsRelated = new RegExp(`\\b(?:for|help|support|benefit of)\\s+${related}`, 'iu')

/** The start of a purpose, up to its beneficiary. */
const lead =
  /^(?:(?:(?:in\s+)?support|help|(?:for the )?benefit|care|aid|on behalf)\s+(?:of|for)|for|to\s+(?:help|support|benefit))\s+/i
const need =
  '(?:surgery|treatment|medical (?:bills|expenses|costs)|rent|living (?:costs|expenses)|expenses|bills|support|travel|care|education|studies|mission trip)'
const needOf = new RegExp(`^.*\\b${need}\\s+(?:for|of)\\s+`, 'i')
const ownNeed = new RegExp(`['’]s\\s+${need}$`, 'i')

const title = /^(?:mr|mrs|ms|miss|dr|rev|sir|dame)\.?\s+(?=\p{Lu})/iu
/** A name with one of these is an institution's. */
const institution =
  /\b(?:academy|ambulance|appeal|association|awards?|campaign|cancer|cathedral|center|centre|chapel|charity|children|choir|church|clinic|club|collection|college|community|concert|day|department|education|endowment|exhibition|family|farm|festival|foundation|fund|gallery|garden|hall|home|hospice|hospital|house|initiative|institute|international|lab|laboratory|lecture|library|memorial|ministry|mission|museum|opera|orchestra|park|parish|prize|program|programme|project|research|reserve|sanctuary|scholarship|school|series|services|shelter|society|studio|team|temple|theater|theatre|trail|trust|university|ward|wing)s?\b/i

/** "For my nephew", "For John Smith"; as the whole of a purpose that asks what the grant is for, "John Smith" too. */
export function supportsPerson(text: string, isName: boolean, isWholePurpose: boolean): boolean {
  if ((isName ? helpsRelated : supportsRelated).test(text)) return true
  for (const start of [lead, needOf]) {
    const rest = text.replace(start, '')
    if (rest !== text && (isPerson(rest) || isGivenName(rest))) return true
  }
  const owner = text.replace(ownNeed, '')
  return (owner !== text && (isPerson(owner) || isGivenName(owner))) || (isWholePurpose && isPerson(text))
}

/** Whether a person is named or meant anywhere: "Tuition for Anna Lee", "our son’s school fees". */
export function mentionsPerson(text: string, without: RegExp): boolean {
  if (relatedAnywhere.test(text)) return true
  return text
    .replace(without, ',')
    .split(/\b(?:for|of|at|to)\b|['’]s\b|[,:;()–—]/i)
    .map(part => part.trim())
    .some(part => isPerson(part) || isGivenName(part))
}

const isGivenName = (text: string) => /^\p{Lu}/u.test(text) && givenNames.has(text.toLowerCase())

/** A title or a common given name with the other words of a name, none of which makes it an institution. */
function isPerson(text: string): boolean {
  if (institution.test(text)) return false
  if (title.test(text)) return true
  const words = text.replace(/[.!]+$/, '').split(' ')
  if (words.length < 2 || words.length > 4 || !words.every(word => /^[\p{L}'’.-]+$/u.test(word))) return false
  if (!givenNames.has((words[0] ?? '').toLowerCase())) return false
  // Either capitalized, or two words in lower case.
  const isCapitalized = words.every(
    word => /^\p{Lu}/u.test(word) || /^(?:de|da|del|la|van|von|der|al)$/.test(word),
  )
  return isCapitalized || (words.length === 2 && text === text.toLowerCase())
}
