import anyAscii from 'any-ascii'

/** How the library spells emoji: `:grinning:`. */
const emojiName = /^:[a-z0-9_]+:$/

/** One character in letters, digits and signs of ASCII, from any script: `Ł` as `L`, `王` as `Wang`. Empty if there is no such spelling. */
export function asciiOf(character: string): string {
  const spelled = anyAscii(character)
  // The library writes a question mark for letters and signs that it cannot spell, too.
  return spelled.includes('?') && !/\p{P}/u.test(character) ? '' : spelled
}

/**
 * Letters, digits and signs that every bank can read, for a text in any script: `Łódź` as `Lodz`, `Ζωή` as `Zoi`. A sign without such a
 * spelling, such as an emoji, is left out. Transliterated before it is cut, so that the length is that of the bank's field.
 */
export function asciiText(text: string): string {
  return Array.from(text.normalize('NFC'), character => {
    const spelled = asciiOf(character)
    // A colon that people wrote stays.
    return emojiName.test(spelled) ? ' ' : spelled
  })
    .join('')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
