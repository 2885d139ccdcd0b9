import { type Random, shuffled } from '../../demo/random.ts'

/** What happens to a listed name on its way into a form, a register or a bank's file. */
export const alterations = {
  case: name => (name === name.toUpperCase() ? name.toLowerCase() : name.toUpperCase()),
  accents: name => name.normalize('NFD').replace(/\p{M}/gu, '').replace(/Đ/g, 'Dj').replace(/đ/g, 'dj'),
  punctuation: name => name.replace(/[.,]/g, '').replace(/[-/]/g, ' ').replace(/\s+/g, ' '),
  'legal form': (name, random) => {
    const without = name.replace(legalFormAtEnd, '')
    return `${without}${random.pick(['', ' Ltd', ' Inc.', ' Limited', ' & Co.'])}`
  },
  order: (name, random) => {
    const words = withoutComma(name).split(' ')
    if (words.length === 2) return words.toReversed().join(random.pick([' ', ', ']))
    return [words.at(-1), ...words.slice(0, -1)].join(' ')
  },
  initials: (name, random) => {
    const words = withoutComma(name).split(' ')
    // The shortest of the long words says least: a middle name, or the word for the business.
    const at = words.findIndex((word, index) => index > 0 && index < words.length - 1 && word.length > 3)
    const chosen = at === -1 ? 0 : at
    return words
      .map((word, index) => (index === chosen ? `${word.charAt(0)}${random.pick(['', '.'])}` : word))
      .join(' ')
  },
  transliteration: (name, random) => {
    const possible = shuffled(random, transliterations).filter(([from]) => from.test(name))
    return possible.slice(0, 2).reduce((text, [from, to]) => text.replace(from, to), name)
  },
  'joined words': (name, random) => {
    const hyphen = name.search(/[\p{L}]-[\p{L}]/u)
    if (hyphen !== -1) return name.slice(0, hyphen + 1) + name.slice(hyphen + 2).toLowerCase()
    const words = name.split(' ')
    const at = random.integer(0, Math.max(0, words.length - 2))
    return words.map((word, index) => word + (index === at || index === words.length - 1 ? '' : ' ')).join('')
  },
  'one letter': (name, random) => {
    const words = name.split(' ')
    const long = words.flatMap((word, index) => (word.length >= 5 ? [index] : []))
    if (long.length === 0) return name.toUpperCase()
    const chosen = random.pick(long)
    return words.map((word, index) => (index === chosen ? withOneTypo(word, random) : word)).join(' ')
  },
} as const satisfies Record<string, (name: string, random: Random) => string>

export type Alteration = keyof typeof alterations

const legalFormAtEnd =
  /[ ,]+(s\.?a\.?( de c\.?v\.?)?|l\.?l\.?c\.?|co\.?,? ltd\.?|ltd\.?|limited|inc\.?|gmbh|ooo|fze|ojsc|and company)$/i

const withoutComma = (name: string): string => name.replace(/,/g, '')

/** Spellings of the same sounds in Latin letters. */
const transliterations: readonly (readonly [RegExp, string])[] = [
  [/Mohammed/i, 'Muhammad'],
  [/Ahmed/i, 'Ahmad'],
  [/Mahmoud/i, 'Mahmud'],
  [/Yusuf/i, 'Youssef'],
  [/Khalid/i, 'Khaled'],
  [/Hussein/i, 'Husayn'],
  [/Hossein/i, 'Hussain'],
  [/Suleiman/i, 'Sulayman'],
  [/Qasim/i, 'Kassem'],
  [/Abdul(?=\p{L})/iu, 'Abdel '],
  [/Aleksandr/i, 'Alexander'],
  [/Sergei/i, 'Sergey'],
  [/Dmitri\b/i, 'Dmitry'],
  [/Yevgeny/i, 'Evgeniy'],
  [/Yekaterina/i, 'Ekaterina'],
  [/Fyodorov/i, 'Fedorov'],
  [/Mikhail/i, 'Mihail'],
  [/\bal-/i, 'el '],
  [/ov\b/i, 'off'],
  [/sky\b/i, 'skiy'],
  [/kh/i, 'h'],
  [/zh/i, 'j'],
  [/ou/i, 'u'],
  [/q(?!u)/i, 'k'],
  [/y(?=[aeiou])/i, 'i'],
  [/x(?!i)/i, 'ks'],
  [/š/i, 'sh'],
  [/ć/i, 'ch'],
  [/ph/i, 'f'],
  [/w/i, 'v'],
  [/c(?=[aou])/i, 'k'],
  [/dj/i, 'j'],
  [/ee/i, 'i'],
]

function withOneTypo(word: string, random: Random): string {
  const at = random.integer(1, word.length - 2)
  const other = random.pick([...'aeioulnrst'])
  return random.pick([
    word.slice(0, at) + word.slice(at + 1),
    word.slice(0, at) + other + word.slice(at),
    word.slice(0, at) + other + word.slice(at + 1),
    word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2),
  ])
}

/** One altered form of a name by each kind in turn; where a kind changes nothing, the next one that does. */
export function alteredName(
  name: string,
  { position, isPerson, random }: { position: number; isPerson: boolean; random: Random },
): { kind: Alteration; altered: string } {
  // Object.keys says string[]; these are the keys of the table.
  const all = Object.keys(alterations) as Alteration[]
  const kinds = all.filter(kind => !isPerson || kind !== 'legal form')
  for (let attempt = 0; attempt < kinds.length; attempt++) {
    const kind = kinds[(position + attempt) % kinds.length] ?? 'case'
    // An initial and a word such as “Foundation” are no name any more.
    if (kind === 'initials' && !isPerson && name.replace(legalFormAtEnd, '').split(' ').length < 3) continue
    const changed = alterations[kind](name, random)
    const altered = kind !== 'case' && name === name.toUpperCase() ? changed.toUpperCase() : changed
    if (altered !== name) return { kind, altered }
  }
  throw new Error(`Nothing alters ${name}.`)
}
