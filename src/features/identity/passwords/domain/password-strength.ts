/** The guessable words: common passwords, and the names of the client and the person. All in lower case. */
type GuessableWords = {
  /** Whether the text is a password from a data breach. */
  isCommon: (text: string) => boolean
  /** The client's and the person's own names and ids. */
  context: readonly string[]
}

type Piece = 'common' | 'context' | 'digits' | 'run' | 'character'
export type Guess = { cost: number; pieces: ReadonlySet<Piece> }

/** Shorter common passwords match by chance; short names such as 'Lee' and 'npt' count. */
const minCommonLength = 4
const minNameLength = 3
const maxWordLength = 24

/** Characters that replace letters, with the letter that each most often replaces. */
const letterOf: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

/**
 * The lowest cost of composing a password from pieces: a common password costs 2, a name of the client or the person 1, a
 * year or a run like 'abcd' or '9999' 1, any other character 1. `Summer2026!!` costs 4, four words cost 8 or more. Dynamic
 * programming from left to right finds the cheapest composition; `pieces` are the kinds of its pieces.
 */
export function guessingCost(password: string, { isCommon, context }: GuessableWords): Guess {
  const typed = [...password.normalize('NFKC').toLowerCase()]
  const unmasked = typed.map(character => letterOf[character] ?? character)
  const best: { cost: number; from: number; piece: Piece | null }[] = [{ cost: 0, from: 0, piece: null }]
  const offer = (end: number, from: number, piece: Piece, pieceCost: number) => {
    const cost = (best[from]?.cost ?? 0) + pieceCost
    const known = best[end]
    if (!known || cost < known.cost) best[end] = { cost, from, piece }
  }
  for (let start = 0; start < typed.length; start++) {
    offer(start + 1, start, 'character', 1)
    for (const end of runsFrom(typed, start)) offer(end, start, 'run', 1)
    for (const end of digitsFrom(typed, start)) offer(end, start, 'digits', digitsCost(end - start))
    for (let end = start + minNameLength; end <= Math.min(typed.length, start + maxWordLength); end++) {
      const spellings = [typed.slice(start, end).join(''), unmasked.slice(start, end).join('')]
      if (spellings.some(text => context.includes(text))) offer(end, start, 'context', 1)
      else if (end - start >= minCommonLength && spellings.some(isCommon)) offer(end, start, 'common', 2)
    }
  }
  const pieces = new Set<Piece>()
  for (let end = typed.length; end > 0; ) {
    const { from, piece } = best[end] ?? { from: 0, piece: null }
    if (piece) pieces.add(piece)
    end = from
  }
  return { cost: best[typed.length]?.cost ?? 0, pieces }
}

/** The ends of runs that start here: a repeated character, or an ascending or descending sequence. */
function* runsFrom(characters: readonly string[], start: number): Generator<number> {
  const code = (at: number) => characters[at]?.codePointAt(0) ?? Number.NaN
  const step = code(start + 1) - code(start)
  if (![-1, 0, 1].includes(step)) return
  for (let end = start + 2; end <= characters.length && code(end - 1) - code(end - 2) === step; end++)
    if (end - start >= 3 || step === 0) yield end
}

function* digitsFrom(characters: readonly string[], start: number): Generator<number> {
  for (let end = start + 1; end <= characters.length && /^\d$/.test(characters[end - 1] ?? ''); end++)
    if (end - start >= 2) yield end
}

/** A year or a PIN costs 1; each further two digits cost 1 more. */
const digitsCost = (length: number): number => 1 + Math.max(0, Math.ceil((length - 4) / 2))

/** The words of the texts (names, IDs, addresses) and the texts themselves, in lower case. */
export function contextWords(texts: readonly string[]): string[] {
  const folded = texts.map(text => text.normalize('NFKC').toLowerCase().trim())
  const words = folded.flatMap(text => [
    text,
    text.replaceAll(/\s+/g, ''),
    text.split('@')[0] ?? '',
    ...text.split(/[^\p{L}\p{N}]+/u),
  ])
  return [...new Set(words.filter(word => word.length >= minNameLength))]
}
