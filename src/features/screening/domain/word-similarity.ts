/** How two words agree. */
export type Agreement = 'same' | 'sound' | 'spelling' | 'joined' | 'initial'

/** How much of a word counts as found, by the way in which it agrees. */
export const similarityOf = {
  same: 1,
  joined: 0.97,
  sound: 0.95,
  spelling: 0.9,
  initial: 0.75,
} as const satisfies Record<Agreement, number>

/** Spellings of the same sound in Latin letters, longest first. Capital letters stand for sounds that no letter has alone. */
const sounds: readonly (readonly [RegExp, string])[] = [
  [/^y(?=e)/, ''],
  [/off$/, 'ov'],
  [/(?:skiy|skyy|skii|skij|ski)$/, 'sky'],
  [/shch|sch/g, 'S'],
  [/tch|ch/g, 'C'],
  [/dzh|zh|dj|dz/g, 'J'],
  [/j/g, 'J'],
  [/sh/g, 's'],
  [/kh/g, 'h'],
  [/gh/g, 'g'],
  [/ph/g, 'f'],
  [/th/g, 't'],
  [/ts|tz/g, 'Z'],
  [/x/g, 'ks'],
  [/q/g, 'k'],
  [/c(?=[eiy])/g, 's'],
  [/c/g, 'k'],
  [/w/g, 'v'],
  [/ou|oo/g, 'u'],
  [/ee|ey|ei|ij|iy|yi|ie/g, 'i'],
  [/y/g, 'i'],
  [/(.)\1+/g, '$1'],
]

/** The word as it sounds: two transliterations of one name have the same, or nearly. */
export function soundOf(word: string): string {
  let sound = word
  for (const [spelling, letter] of sounds) sound = sound.replace(spelling, letter)
  return sound
}

/** The consonants of a sound: what is left when vowels are written in another way. */
export function consonantsOf(sound: string): string {
  const first = sound.charAt(0)
  return (
    (/[aeiou]/.test(first) ? 'A' : first) +
    sound
      .slice(1)
      .replace(/[aeiouh]/g, '')
      .replace(/S/g, 's')
      .replace(/Z/g, 's')
      .replace(/C/g, 's')
  ).replace(/(.)\1+/g, '$1')
}

export type SoundedWord = { word: string; sound: string; consonants: string }

export function soundedWord(word: string): SoundedWord {
  const sound = soundOf(word)
  return { word, sound, consonants: consonantsOf(sound) }
}

const minLengthForConsonants = 4
const minLengthForTwoVowels = 6
const minLengthForOneEdit = 5
const minLengthForTwoEdits = 9

/** Vowels that transliterations confuse most: Hamed and Hamid, Omar and Umar, Ahmed and Ahmad. In short words others make another name. */
const nearVowels = (sound: string): string => sound.replace(/[aei]/g, 'e').replace(/[ou]/g, 'u')

/** How two words agree; null if they do not. Short words and numbers have to be the same or to sound the same. */
export function agreementOf(one: SoundedWord, other: SoundedWord): Agreement | null {
  if (one.word === other.word) return 'same'
  if (/^\d/.test(one.word) || /^\d/.test(other.word)) return null
  if (one.sound === other.sound) return one.sound.length >= 2 ? 'sound' : null
  const shorter = Math.min(one.word.length, other.word.length)
  const longer = Math.max(one.word.length, other.word.length)
  const vowels = shorter >= minLengthForTwoVowels ? 2 : 1
  if (
    shorter >= minLengthForConsonants &&
    one.consonants === other.consonants &&
    longer - shorter <= vowels &&
    editDistance(one.sound, other.sound, vowels) <= vowels &&
    (shorter >= minLengthForTwoVowels || nearVowels(one.sound) === nearVowels(other.sound))
  )
    return 'sound'
  // Few people mistake the first letter, and many names differ in it alone.
  if (longer < minLengthForOneEdit || shorter < minLengthForOneEdit - 1) return null
  if (one.consonants.charAt(0) !== other.consonants.charAt(0)) return null
  const letters = shorter >= minLengthForTwoEdits ? 2 : 1
  const isNear =
    editDistance(one.word, other.word, letters) <= letters ||
    (shorter >= minLengthForOneEdit && longer - shorter <= 2 && editDistance(one.sound, other.sound, 1) <= 1)
  return isNear ? 'spelling' : null
}

/** Letters to insert, leave out, replace or exchange with their neighbor (optimal string alignment); above `limit` any larger number. */
export function editDistance(one: string, other: string, limit: number): number {
  if (Math.abs(one.length - other.length) > limit) return limit + 1
  let beforeLast: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let row = 1; row <= one.length; row++) {
    const current = [row]
    let least = row
    for (let column = 1; column <= other.length; column++) {
      const isSame = one.charCodeAt(row - 1) === other.charCodeAt(column - 1)
      let cost = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
      )
      const isExchanged =
        row > 1 &&
        column > 1 &&
        one.charCodeAt(row - 1) === other.charCodeAt(column - 2) &&
        one.charCodeAt(row - 2) === other.charCodeAt(column - 1)
      if (isExchanged) cost = Math.min(cost, (beforeLast[column - 2] ?? 0) + 1)
      current.push(cost)
      if (cost < least) least = cost
    }
    if (least > limit) return limit + 1
    beforeLast = last
    last = current
  }
  return last[other.length] ?? limit + 1
}
