import type { Random } from '../../src/demo/random.ts'
import { nameKey, searchWords } from '../../src/features/charities/domain/name-key.ts'
import { synonyms } from '../../src/features/charities/domain/synonyms.ts'

export type Sample = {
  charityId: string
  name: string
  city: string
  sameNameCount: number
  sameNameAndTownCount: number
}

const commonTexts = [
  'church',
  'foundation',
  'school',
  'american',
  'community',
  'association',
  'baptist',
  'first',
  'club',
  'fire',
]

/** Kinds of queries that people type, with their share in percent. */
const kinds: readonly { kind: string; share: number; type: (random: Random, sample: Sample) => string }[] = [
  { kind: 'name', share: 25, type: (_, { name }) => name.toLowerCase() },
  { kind: 'mistyped', share: 20, type: (random, { name }) => mistypeOneWord(random, name).toLowerCase() },
  {
    kind: 'prefix',
    share: 25,
    type: (random, { name }) => name.slice(0, random.integer(3, Math.max(3, name.length - 1))).toLowerCase(),
  },
  { kind: 'name and town', share: 15, type: (_, { name, city }) => `${name} ${city}`.toLowerCase() },
  { kind: 'tax id', share: 8, type: (_, { charityId }) => `${charityId.slice(7, 9)}-${charityId.slice(9)}` },
  { kind: 'town', share: 3, type: (_, { city }) => city.toLowerCase() },
  { kind: 'common word', share: 4, type: random => random.pick(commonTexts) },
]

export function typedQueries(random: Random, sample: Sample): { kind: string; keywords: string } {
  let left = random.integer(1, 100)
  for (const { kind, share, type } of kinds) {
    left -= share
    if (left <= 0) return { kind, keywords: type(random, sample) }
  }
  return { kind: 'name', keywords: sample.name }
}

/** Ways of typing a name; null where the name offers no occasion for it. `atLeast` is the mark in percent. */
export const waysOfTyping: readonly {
  what: string
  atLeast: number
  isJudgedAtAnySize?: true
  type: (random: Random, name: string) => string | null
}[] = [
  {
    what: 'the exact name',
    atLeast: 97,
    isJudgedAtAnySize: true,
    type: (_, name) => name.toLowerCase(),
  },
  {
    what: 'one typing error in one word',
    atLeast: 97,
    type: (random, name) => mistypeOneWord(random, name).toLowerCase(),
  },
  {
    what: 'one typing error in every word of four letters or more',
    atLeast: 95,
    type: (random, name) => mistypeEveryWord(random, name).toLowerCase(),
  },
  { what: 'the words in another order', atLeast: 97, type: changeOrder },
  { what: 'a possessive with its apostrophe', atLeast: 97, type: writePossessive },
  { what: 'an abbreviation, or a word for an abbreviation', atLeast: 97, type: writeEqualWord },
  {
    what: '70% of the name typed',
    atLeast: 92,
    type: (_, name) => typedBeginning(name),
  },
  { what: 'two words joined', atLeast: 85, type: joinTwoWords },
]

/** How people type a charity that they half remember; null where the charity offers no occasion for it. */
export const typedAsRemembered: readonly {
  what: string
  type: (random: Random, sample: Sample) => string | null
}[] = [
  { what: 'the name', type: (_, { name }) => name.toLowerCase() },
  { what: 'a typing error', type: (random, { name }) => mistypeOneWord(random, name).toLowerCase() },
  { what: 'the beginning of the name', type: (_, { name }) => typedBeginning(name) },
  { what: 'name and town', type: (_, { name, city }) => `${name} ${city}`.toLowerCase() },
  { what: 'a word left out', type: leaveOutWord },
  { what: 'words in another order', type: (random, { name }) => changeOrder(random, name) },
  { what: 'words by their beginnings', type: shortenWords },
  { what: 'initials and town', type: typeInitials },
  { what: 'a word split in two', type: splitWord },
  { what: 'two words joined', type: (random, { name }) => joinTwoWords(random, name) },
  { what: 'an abbreviation or its word', type: (random, { name }) => writeEqualWord(random, name) },
  { what: 'a possessive', type: (random, { name }) => writePossessive(random, name) },
  { what: 'the tax ID without its leading zero', type: typeWithoutZero },
  {
    what: 'the tax ID behind its label',
    type: (random, { charityId }) =>
      `${random.pick(['Tax ID: ', 'EIN ', 'TIN: ', 'Tax ID no. ', '(EIN) #'])}${printed(charityId)}`,
  },
]

const printed = (charityId: string) => `${charityId.slice(7, 9)}-${charityId.slice(9)}`

const typedBeginning = (name: string) => name.slice(0, Math.ceil(name.length * typedShare)).toLowerCase()

const significantWords = (name: string) =>
  name.split(' ').filter(word => word.length > 2 && !commonEnds.has(word))

const commonEnds = new Set(['INC', 'THE', 'AND', 'FOR', 'LTD', 'LLC', 'CORP', 'CORPORATION', 'INCORPORATED'])

/** One of the words between the first and the last. */
function leaveOutWord(random: Random, { name }: Sample): string | null {
  const words = name.toLowerCase().split(' ')
  if (words.length < 4) return null
  return words.toSpliced(random.integer(1, words.length - 2), 1).join(' ')
}

/** All significant words, one or two of the long ones cut to four to six letters: `birch park`. */
function shortenWords(random: Random, { name }: Sample): string | null {
  const words = significantWords(name)
  const long = words.flatMap((word, index) => (word.length >= 7 && index < words.length - 1 ? [index] : []))
  if (words.length < 2 || long.length === 0) return null
  const cut = new Set([random.pick(long), random.pick(long)])
  return words
    .map((word, index) => (cut.has(index) ? word.slice(0, random.integer(4, 6)) : word))
    .join(' ')
    .toLowerCase()
}

/** The initials of three to six words, as people say them: without "of" and "Inc". */
function typeInitials(_: Random, { name, city }: Sample): string | null {
  const words = searchWords(nameKey(name))
  if (words.length < 3 || words.length > 6 || words.some(word => /\d/.test(word))) return null
  return `${words.map(word => word.charAt(0)).join('')} ${city}`.toLowerCase()
}

/** A long word with a space after its third to third last letter. */
function splitWord(random: Random, { name }: Sample): string | null {
  const words = name.toLowerCase().split(' ')
  const long = words.flatMap((word, index) => (/^[a-z]{8,}$/.test(word) ? [index] : []))
  if (long.length === 0) return null
  const index = random.pick(long)
  const word = words[index] ?? ''
  const at = random.integer(3, word.length - 3)
  return words.toSpliced(index, 1, `${word.slice(0, at)} ${word.slice(at)}`).join(' ')
}

function typeWithoutZero(_: Random, { charityId }: Sample): string | null {
  return charityId.startsWith('US-EIN-0') ? printed(charityId).slice(1) : null
}

const typedShare = 0.7

function changeOrder(random: Random, name: string): string | null {
  const words = name.toLowerCase().split(' ')
  if (words.length < 2) return null
  const moved = words.splice(random.integer(0, words.length - 1), 1)
  words.splice(random.integer(0, words.length), 0, ...moved)
  return words.join(' ')
}

function writePossessive(random: Random, name: string): string | null {
  const typed = name.toLowerCase().replace(/\b([a-z]{4,}[^siu\W])s\b/, random.pick(['$1’s', "$1's", "$1s'"]))
  return typed === name.toLowerCase() ? null : typed
}

/** Replaces one word by another of its class, or "and" by "&" and the reverse. */
function writeEqualWord(random: Random, name: string): string | null {
  const words = name.split(' ')
  const choices = words.flatMap((word, index) => {
    const others = wordClasses.find(equal => equal.includes(word))?.filter(other => other !== word)
    return others ? [{ index, others }] : []
  })
  if (choices.length === 0) return null
  const { index, others } = random.pick(choices)
  return words
    .toSpliced(index, 1, random.pick([...others]))
    .join(' ')
    .toLowerCase()
}

const wordClasses = [...synonyms, ['AND', '&']]

function joinTwoWords(random: Random, name: string): string | null {
  const words = name.toLowerCase().split(' ')
  if (words.length < 2) return null
  const index = random.integer(0, words.length - 2)
  return words.toSpliced(index, 2, words.slice(index, index + 2).join('')).join(' ')
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** Inserts, deletes or replaces a letter, or swaps two adjacent ones. */
export function mistypeWord(random: Random, word: string): string {
  const position = random.integer(0, word.length - 1)
  const letter = random.pick([...letters])
  switch (random.integer(0, 3)) {
    case 0:
      return word.slice(0, position) + letter + word.slice(position)
    case 1:
      return word.slice(0, position) + word.slice(position + 1)
    case 2:
      return word.slice(0, position) + letter + word.slice(position + 1)
    default:
      return (
        word.slice(0, position) +
        (word[position + 1] ?? '') +
        (word[position] ?? '') +
        word.slice(position + 2)
      )
  }
}

/** Mistypes any word of two or more letters, including "of" and "inc". */
export function mistypeOneWord(random: Random, text: string): string {
  const words = text.split(' ')
  const indexes = words.flatMap((word, index) => (word.length >= 2 ? [index] : []))
  const mistypedIndex = indexes.length === 0 ? -1 : random.pick(indexes)
  return words.map((word, index) => (index === mistypedIndex ? mistypeWord(random, word) : word)).join(' ')
}

export function mistypeEveryWord(random: Random, text: string): string {
  return text
    .split(' ')
    .map(word => (word.length >= 4 ? mistypeWord(random, word) : word))
    .join(' ')
}
