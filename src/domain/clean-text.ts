/** Characters that nobody sees and no name needs: soft hyphens, zero-width spaces, byte order marks, marks of the direction. */
const invisible = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202d\u2060-\u2064\u2066-\u2069\ufeff]/gu
/** Joiners outside words of a script that uses them, such as Persian, Hindi, and joined emoji. */
const strayJoiners =
  /(?<!\p{L}|\p{M}|\p{Extended_Pictographic})[\u200c\u200d]+|[\u200c\u200d]+(?!\p{L}|\p{M}|\p{Extended_Pictographic})|(?<=\p{Script=Latin})[\u200c\u200d]+/gu

/**
 * A text as people mean it who paste it from a page, a letter or an address book: in one Unicode form (NFC), with plain spaces and hyphens,
 * without invisible characters. Line breaks stay.
 */
export const cleanText = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(invisible, '')
    .replaceAll(strayJoiners, '')
    .replaceAll(/[\t\p{Zs}]/gu, ' ')
    .replaceAll(/[\u2010\u2011]/gu, '-')

/** The same for what has only letters, digits and signs, such as a phone number, a postal code or a tax ID: wide digits and dashes too. */
export const cleanCode = (text: string): string =>
  cleanText(text.normalize('NFKC')).replaceAll(/[\u2012-\u2015\u2212]/gu, '-')
