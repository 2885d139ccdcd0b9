/** What is known of passwords in general, and of this person's house and name in particular; all in lower case. */
export type KnownWords = {
  /** Passwords that were found in leaks. */
  isCommon: (text: string) => boolean
  /** The client's and the person's own names and ids. */
  context: readonly string[]
}

export type Piece = 'common' | 'context' | 'digits' | 'run' | 'sign'
export type Guess = { cost: number; pieces: ReadonlySet<Piece> }

/** Shorter ones are met by chance; 'Lee' and 'npt' are names all the same. */
const shortestCommon = 4
const shortestName = 3
const longestWord = 24

/** Signs that stand for letters, each for the one that it is mostly put for. */
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
 * How few guesses' worth of pieces a password can be put together from: a known password counts 2, a name of the house or
 * the person 1, a year or a run like 'abcd', '9999' 1, any other sign 1. `Summer2026!!` comes to 4, four words to 8 and
 * more. The cheapest way to put it together is found from left to right; `pieces` says of what kinds that is.
 */
export function guessingCost(password: string, { isCommon, context }: KnownWords): Guess {
  const typed = [...password.normalize('NFKC').toLowerCase()]
  const read = typed.map(sign => letterOf[sign] ?? sign)
  const best: { cost: number; from: number; piece: Piece | null }[] = [{ cost: 0, from: 0, piece: null }]
  const offer = (end: number, from: number, piece: Piece, price: number) => {
    const cost = (best[from]?.cost ?? 0) + price
    const known = best[end]
    if (!known || cost < known.cost) best[end] = { cost, from, piece }
  }
  for (let start = 0; start < typed.length; start++) {
    offer(start + 1, start, 'sign', 1)
    for (const end of runsFrom(typed, start)) offer(end, start, 'run', 1)
    for (const end of digitsFrom(typed, start)) offer(end, start, 'digits', digitsPrice(end - start))
    for (let end = start + shortestName; end <= Math.min(typed.length, start + longestWord); end++) {
      const spellings = [typed.slice(start, end).join(''), read.slice(start, end).join('')]
      if (spellings.some(text => context.includes(text))) offer(end, start, 'context', 1)
      else if (end - start >= shortestCommon && spellings.some(isCommon)) offer(end, start, 'common', 2)
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

/** The ends of runs that begin here: the same sign again and again, or one after the other up or down. */
function* runsFrom(signs: readonly string[], start: number): Generator<number> {
  const code = (at: number) => signs[at]?.codePointAt(0) ?? Number.NaN
  const step = code(start + 1) - code(start)
  if (![-1, 0, 1].includes(step)) return
  for (let end = start + 2; end <= signs.length && code(end - 1) - code(end - 2) === step; end++)
    if (end - start >= 3 || step === 0) yield end
}

function* digitsFrom(signs: readonly string[], start: number): Generator<number> {
  for (let end = start + 1; end <= signs.length && /^\d$/.test(signs[end - 1] ?? ''); end++)
    if (end - start >= 2) yield end
}

/** A year or a PIN costs 1; each two digits more cost 1 more. */
const digitsPrice = (length: number): number => 1 + Math.max(0, Math.ceil((length - 4) / 2))

/** The words of texts (names, ids, addresses), and the texts themselves, in lower case. */
export function contextText(texts: readonly string[]): string[] {
  const folded = texts.map(text => text.normalize('NFKC').toLowerCase().trim())
  const words = folded.flatMap(text => [
    text,
    text.replaceAll(/\s+/g, ''),
    text.split('@')[0] ?? '',
    ...text.split(/[^\p{L}\p{N}]+/u),
  ])
  return [...new Set(words.filter(word => word.length >= shortestName))]
}
