/** Words of organizations that say only in which form they exist. Two names that differ in them alone are the same. */
const legalForms: ReadonlySet<string> = new Set(
  `ab ad ag ao as bhd bv co company corp corporation cv doo dmcc eood fzc fzco fze gmbh inc incorporated jsc kft kg limited llc
  llp lp ltd nv oao ojsc ooo oy pjsc plc pte pty sa sarl sas sdn spa srl tov zao`.split(/\s+/),
)

/** Titles that stand before or after the name of a person. */
const titles: ReadonlySet<string> = new Set(
  'mr mrs ms miss dr prof professor sir dame lord lady hon rev sheikh shaykh mullah haji hajji gen general col colonel jr sr esq'.split(
    ' ',
  ),
)

/** Articles, prepositions and parts of names that stand in so many that they tell little. */
const particles: ReadonlySet<string> = new Set(
  'al el ul ad ibn bin ben abu abd de del della di da do dos du la le los las of the and for to in y und et von van der den ter'.split(
    ' ',
  ),
)

export type NameKind = 'person' | 'organization'

/** Letters that Unicode does not take apart into a base letter and a mark. */
const singleLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ʻ: '',
  ʼ: '',
}

/** Cyrillic letters as most passports write them (ICAO Doc 9303). */
const cyrillic: Readonly<Record<string, string>> = Object.fromEntries(
  [...'абвгдежзийклмнопрстуфхцчшщъыьэюяіїєґў'].map((letter, at) => [
    letter,
    'a b v g d e zh z i i k l m n o p r s t u f kh ts ch sh shch ie y - e iu ia i i ie g u'
      .split(' ')
      [at]?.replace('-', '') ?? '',
  ]),
)

const wordOf = /[\p{L}\p{N}]+/gu
const apostrophes = /['’‘`´ʿʾ]/g
// S.A., A.B.C.: dots between single letters.
const dottedLetters = /\b(?:\p{L}\.){2,}/gu

// ReliefFZE, ParvizBahrami: words that lost the space between them. “McDonald” is one word.
const wordsWithoutSpace = /(?<=\p{Ll}{2})(?=\p{Lu}\p{L})/gu

/** Forms that are long enough to be recognized at the end of another word. */
const joinedForm = /^(\p{L}{3,}?)(?:limited|incorporated|corporation|company|gmbh|llc|ltd|inc)$/u

/** A name in small Latin letters and figures, in words, without accents and punctuation. */
export function plainWords(name: string): string[] {
  const latin = [
    ...name.replace(wordsWithoutSpace, ' ').toLowerCase().normalize('NFKD').replace(/\p{M}/gu, ''),
  ]
    .map(letter => singleLetters[letter] ?? cyrillic[letter] ?? letter)
    .join('')
  return (
    latin
      .replace(apostrophes, '')
      .replace(dottedLetters, letters => `${letters.replaceAll('.', '')} `)
      .match(wordOf) ?? []
  )
}

/** The words of a name that are compared. Legal forms and titles are left out, unless nothing else is there. */
export function nameWords(name: string, kind: NameKind): string[] {
  const words = plainWords(name)
  const isOrganization = kind === 'organization'
  const ignored = isOrganization ? legalForms : titles
  const kept = words
    .filter(word => !ignored.has(word))
    .map(word => (isOrganization ? word.replace(joinedForm, '$1') : word))
  return kept.length === 0 ? words : kept
}

export const isParticle = (word: string): boolean => particles.has(word)

/** “SURNAME, Given names” as people write it. */
export function givenNameFirst(name: string): string {
  const comma = name.indexOf(',')
  return comma === -1 ? name : `${name.slice(comma + 1).trim()} ${name.slice(0, comma).trim()}`
}
