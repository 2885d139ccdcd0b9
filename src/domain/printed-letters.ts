/** The letters of the fonts of PDFs (src/server/pdf/faces.ts), which a test compares with them: Latin, Greek, Cyrillic, and East Asian. */
const printed =
  /[\u0041-\u0131\u0134-\u0148\u014a-\u017e\u018f\u0192\u01a0\u01a1\u01af\u01b0\u01cd-\u01dc\u01e6\u01e7\u01ea\u01eb\u01fa-\u021b\u022a-\u022d\u0230-\u0233\u0259\u02b9-\u02bc\u02be\u02bf\u0386-\u03ce\u0400-\u045f\u0490-\u0493\u0496\u0497\u049a\u049b\u04a2\u04a3\u04ae-\u04b3\u04b6\u04b7\u04ba\u04bb\u04c0\u04cf\u04d8\u04d9\u04e2\u04e3\u04e8\u04e9\u04ee\u04ef\u1e0c-\u1e0f\u1e14-\u1e17\u1e1c\u1e1d\u1e20\u1e21\u1e24\u1e25\u1e2a\u1e2b\u1e36\u1e37\u1e3a\u1e3b\u1e42-\u1e49\u1e4c-\u1e53\u1e5a\u1e5b\u1e5e-\u1e69\u1e6c-\u1e6f\u1e80-\u1e85\u1e8e\u1e8f\u1e92\u1e93\u1e9e\u1ea0-\u1ef9\u3005-\u312d\u3131-\u3163\u31f0-\u31ff\u3400-\u4db5\u4e00-\u9fd0\uac00-\ud7a3\uff21-\uff9f]/u

export const isPrintedLetter = (letter: string): boolean => printed.test(letter)

const maxWords = 3

/** A sentence about the words of a name whose letters PDFs do not have, to be shown where it is typed; undefined if they have all. */
export function printedNote(text: string): string | undefined {
  const words = text
    .normalize('NFC')
    .split(/\s+/u)
    .filter(word => (word.match(/\p{L}/gu) ?? []).some(letter => !isPrintedLetter(letter)))
  if (words.length === 0) return undefined
  const quoted = words.slice(0, maxWords).map(word => `“${word}”`)
  return `Our documents don’t have all the letters of ${quoted.join(', ')}. They spell it in Latin letters, or without its accents.`
}
