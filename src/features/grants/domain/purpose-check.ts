import { mentionsPerson, supportsPerson } from './named-person.ts'
import type { Purpose } from './purpose.ts'

/**
 * What a purpose's text is answered with (open-points 6). `asked`: the words only hint at something received in return, so the
 * donor is asked, and the answer is stored with the grant and shown to staff.
 */
export type PurposeCheck =
  | { kind: 'fine' }
  | { kind: 'asked'; question: string }
  | { kind: 'refused'; sentence: string }

export const benefitQuestion = 'Does anybody receive tickets, meals, membership or goods?'

/** The answers to the question, in the order in which they are offered. With the first the grant cannot be made. */
export const benefitAnswers = {
  received: 'Yes',
  none: 'No',
  paid_otherwise: 'No, and the cost of attending was paid otherwise',
} as const
export type BenefitAnswer = keyof typeof benefitAnswers
export const benefitAnswerCodes = Object.keys(benefitAnswers) as [BenefitAnswer, ...BenefitAnswer[]]

/** What a grant is stored with: the answers with which it can be made. */
export type StoredBenefitAnswer = Exclude<BenefitAnswer, 'received'>

export const benefitRefusal =
  'A grant cannot pay for what somebody receives in return. To support the same charity without it, choose "Where it is needed most".'

/** Judges a text as it was written for this purpose; `where_needed` has none. A pure function: both sides call it. */
export function checkPurpose(purpose: Purpose, text: string): PurposeCheck {
  const plain = asRead(text)
  if (purpose === 'where_needed' || plain === '') return { kind: 'fine' }
  const isName = purpose === 'in_honour' || purpose === 'in_memory'
  const sentence = refusalOf(plain, isName, purpose === 'other')
  if (sentence !== null) return { kind: 'refused', sentence }
  // A name in honour or memory hints at nothing: "Lucille Ball", "Gala Dalton".
  return !isName && hintsAtBenefit(plain) ? { kind: 'asked', question: benefitQuestion } : { kind: 'fine' }
}

/** As a reader sees it: letters that only look different and characters that cannot be seen change nothing. */
const asRead = (text: string) =>
  text
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim()

const tuition = /\b(?:tuition|(?:school|college|university|nursery|preschool) fees?)\b/i
/** Aid for those whom the charity chooses. */
const openAid = /\b(?:assistance|aid|scholarships?|bursar(?:y|ies)|funds?|relief|programmes?|programs?)\b/i

/** A pledge that the text itself names, and not the name of a campaign ("Pledge to End Hunger"). */
const pledges: readonly RegExp[] = [
  /\b(?:my|our|his|her|their|existing|outstanding|remaining|annual|capital|campaign|church|parish|(?:19|20)\d\d)(?: [\w-]+){0,2} pledge\b(?! (?:to|of allegiance|drive|campaign)\b)/i,
  /\b(?:pay(?:ment|ments|ing|s)?|paid|fulfil(?:l|ls|ment|ling)?|install?ments?|balance|remainder|satisf(?:y|ies|ying)|settle(?:s|ment)?|meets?|meeting|complet(?:e|es|ion))(?: [\w$£,.-]+){0,4} pledges?\b(?! to\b)/i,
  /\bpledges? (?:pay|paid|payments?|install?ments?|balance|commitment|agreement|number|no\.?|dated|from|due|(?:that )?(?:i|we)\b|made)|\bpledges? ?#? ?\d/i,
  /\b(?:i|we) (?:have )?pledged\b|\bamount pledged\b|\bpledged amount\b/i,
  /^(?:(?:19|20)\d\d )?pledges?[ .!]*$/i,
]

/** Why it may not be paid, with wording that may; null where nothing speaks against it. */
function refusalOf(text: string, isName: boolean, isWholePurpose: boolean): string | null {
  if (tuition.test(text) && mentionsPerson(text, tuition))
    return 'A grant cannot pay the tuition of a particular person. A scholarship fund whose recipients the school chooses may be named, for example "General scholarship fund".'
  if (supportsPerson(text, isName, isWholePurpose))
    return 'A grant cannot support a particular person. Say what the charity should do with it, for example "Medical research".'
  if (pledges.some(pattern => pattern.test(text)))
    return 'A grant cannot meet a pledge. If nothing binds you, say what the gift is for, for example "Annual appeal".'
  return null
}

/** Words that hint at something received in return, unless they stand in a phrase in which they mean something else. */
const hints: readonly { words: RegExp; not?: RegExp }[] = [
  { words: /\b(?:tickets?|raffles?|auctions?|banquets?|luncheons?|galas?|dues|membership)\b/i },
  {
    words: /\btables?\b/i,
    not: /\btables?[ -](?:tennis|top|saw|cloth|of contents|manners)\b|\b(?:round|water|picnic|operating|dining|communion|lord['’]?s|community|sensory|periodic|ping[ -]pong|welcome|open) tables?\b|\bat (?:the|our) table\b/gi,
  },
  {
    words: /\bsponsor(?:s|ed|ing|ships?)?\b/i,
    not: /\bsponsor(?:s|ing|ship of)? (?:an? |the )?(?:child|children|orphans?|famil(?:y|ies)|refugees?|animals?|pupils?|patients?)\b|\bchild sponsorship\b/gi,
  },
  {
    words: /\bdinners?\b/i,
    not: /\bdinners? (?:for|to) (?:(?:the|people|those|all|local|our) )*(?:homeless|hungry|poor|needy|elderly|seniors?|isolated|lonely|veterans|refugees|patients|famil(?:y|ies)|children|students|pupils|residents|shelters?|in need|neighbou?rs|unhoused|low[ -]income)\b|\bschool dinners?\b|\bdinners? (?:programmes?|programs?|parcels?|deliver(?:y|ies)|boxes)\b/gi,
  },
  { words: /\badmissions?\b/i, not: /\bfree admissions?\b/gi },
  { words: /\bmembers?\b(?=.*\b(?:fees?|benefits?|renewals?|subscriptions?)\b)/i },
  { words: /\bgolf (?:day|outing|tournament|classic)\b/i },
  { words: /\b(?:annual|benefit|charity|summer|winter|spring|autumn|fall) ball\b/i },
]

function hintsAtBenefit(text: string): boolean {
  if (tuition.test(text) && !openAid.test(text)) return true
  return hints.some(({ words, not }) => words.test(not ? text.replaceAll(not, ' ') : text))
}
