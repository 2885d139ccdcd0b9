import { type BenefitAnswer, benefitQuestion } from './benefit-answers.ts'
import { mentionsPerson, supportsPerson } from './named-person.ts'
import type { Purpose } from './purpose.ts'

/**
 * The result of checking a purpose's text (§13). `needs-answer`: the text only suggests that something is received in return, so
 * the donor answers a question; the answer is stored with the grant and shown to staff.
 */
type PurposeCheck =
  | { kind: 'fine' }
  | { kind: 'needs-answer'; question: string }
  | { kind: 'refused'; sentence: string }

/** The answers with which a grant can be made, and which are stored with it. */
export type StoredBenefitAnswer = Exclude<BenefitAnswer, 'received'>

export const benefitRefusal =
  'A grant cannot pay for something that anyone receives in return. To support the charity without a benefit, choose “Where it is needed most”.'

/** Checks the text of a purpose; `where_needed` has none. Both the form and the server call it. */
export function checkPurpose(purpose: Purpose, text: string): PurposeCheck {
  const plain = normalized(text)
  if (purpose === 'where_needed' || plain === '') return { kind: 'fine' }
  const isName = purpose === 'in_honour' || purpose === 'in_memory'
  const sentence = refusalOf(plain, isName, purpose === 'other')
  if (sentence !== null) return { kind: 'refused', sentence }
  // A name in honour or memory suggests no benefit: "Lucille Ball", "Gala Dalton".
  return !isName && suggestsBenefit(plain)
    ? { kind: 'needs-answer', question: benefitQuestion }
    : { kind: 'fine' }
}

/** The text as a reader sees it: compatibility letters and invisible characters do not hide a match. */
const normalized = (text: string) =>
  text
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim()

const tuition = /\b(?:tuition|(?:school|college|university|nursery|preschool) fees?)\b/i
/** Aid whose recipients the charity chooses. */
const openAid = /\b(?:assistance|aid|scholarships?|bursar(?:y|ies)|funds?|relief|programmes?|programs?)\b/i

/** A pledge that the grant would pay; the name of a campaign ("Pledge to End Hunger") is not one. */
const pledges: readonly RegExp[] = [
  /\b(?:my|our|his|her|their|existing|outstanding|remaining|annual|capital|campaign|church|parish|(?:19|20)\d\d)(?: [\w-]+){0,2} pledge\b(?! (?:to|of allegiance|drive|campaign)\b)/i,
  /\b(?:pay(?:ment|ments|ing|s)?|paid|fulfil(?:l|ls|ment|ling)?|install?ments?|balance|remainder|satisf(?:y|ies|ying)|settle(?:s|ment)?|meets?|meeting|complet(?:e|es|ion))(?: [\w$£,.-]+){0,4} pledges?\b(?! to\b)/i,
  /\bpledges? (?:pay|paid|payments?|install?ments?|balance|commitment|agreement|number|no\.?|dated|from|due|(?:that )?(?:i|we)\b|made)|\bpledges? ?#? ?\d/i,
  /\b(?:i|we) (?:have )?pledged\b|\bamount pledged\b|\bpledged amount\b/i,
  /^(?:(?:19|20)\d\d )?pledges?[ .!]*$/i,
]

/** Why the text is refused, with an acceptable alternative; null where it is fine. */
function refusalOf(text: string, isName: boolean, isWholePurpose: boolean): string | null {
  if (tuition.test(text) && mentionsPerson(text, tuition))
    return 'A grant cannot pay the tuition of a particular person. You can support a scholarship fund whose recipients the school chooses, for example “General scholarship fund”.'
  if (supportsPerson(text, isName, isWholePurpose))
    return 'A grant cannot support a particular person. Say what the charity should do with it, for example “Medical research”.'
  if (pledges.some(pattern => pattern.test(text)))
    return 'A grant cannot meet a pledge. If there is no binding pledge, say what the gift is for, for example “Annual appeal”.'
  return null
}

/** Terms that suggest something received in return, unless `not` matches: a phrase in which they mean something else. */
const benefitTerms: readonly { pattern: RegExp; not?: RegExp }[] = [
  { pattern: /\b(?:tickets?|raffles?|auctions?|banquets?|luncheons?|galas?|dues|membership)\b/i },
  {
    pattern: /\btables?\b/i,
    not: /\btables?[ -](?:tennis|top|saw|cloth|of contents|manners)\b|\b(?:round|water|picnic|operating|dining|communion|lord['’]?s|community|sensory|periodic|ping[ -]pong|welcome|open) tables?\b|\bat (?:the|our) table\b/gi,
  },
  {
    pattern: /\bsponsor(?:s|ed|ing|ships?)?\b/i,
    not: /\bsponsor(?:s|ing|ship of)? (?:an? |the )?(?:child|children|orphans?|famil(?:y|ies)|refugees?|animals?|pupils?|patients?)\b|\bchild sponsorship\b/gi,
  },
  {
    pattern: /\bdinners?\b/i,
    not: /\bdinners? (?:for|to) (?:(?:the|people|those|all|local|our) )*(?:homeless|hungry|poor|needy|elderly|seniors?|isolated|lonely|veterans|refugees|patients|famil(?:y|ies)|children|students|pupils|residents|shelters?|in need|neighbou?rs|unhoused|low[ -]income)\b|\bschool dinners?\b|\bdinners? (?:programmes?|programs?|parcels?|deliver(?:y|ies)|boxes)\b/gi,
  },
  { pattern: /\badmissions?\b/i, not: /\bfree admissions?\b/gi },
  { pattern: /\bmembers?\b(?=.*\b(?:fees?|benefits?|renewals?|subscriptions?)\b)/i },
  { pattern: /\bgolf (?:day|outing|tournament|classic)\b/i },
  { pattern: /\b(?:annual|benefit|charity|summer|winter|spring|autumn|fall) ball\b/i },
]

function suggestsBenefit(text: string): boolean {
  if (tuition.test(text) && !openAid.test(text)) return true
  return benefitTerms.some(({ pattern, not }) => pattern.test(not ? text.replaceAll(not, ' ') : text))
}
