/**
 * A charity's number as it was typed or copied, with what people do not see or mean removed: invisible characters (zero width, direction
 * marks, soft hyphens), a spreadsheet's apostrophe, `#` and brackets, and the label before it ("Tax ID:", "Registered charity no.").
 * Full-width letters and digits become plain, every dash `-`.
 */
export function typedNumber(text: string): string {
  const plain = text
    .normalize('NFKC')
    .replaceAll(/[\p{Cf}#()]/gu, '')
    .replaceAll(/[\p{Pd}−⁃]/gu, '-')
    .replace(/^[\s'‘’`]+/, '')
    .trim()
  // The time of the pattern grows with the square of the length, and cells of strangers' files are long.
  return plain.length > maxLabelledLength ? plain : plain.replace(label, '').trim()
}

const maxLabelledLength = 100

/** What forms, letters and websites print before a number. */
const label = new RegExp(
  [
    String.raw`^(?:(?:us|uk|irs|our|the|federal|registered)\s+)*`,
    String.raw`(?:tax\s*-?\s*id(?:entification)?|employer\s+id(?:entification)?|f?ein|e\.i\.n\.|tin|charity|reg(?:istration|istered)?)`,
    String.raw`[\s.]*(?:charity\s*)?(?:numbers?|nos?\b|num\b)?[\s.:=-]*(?:ein[\s:]*)?(?:is\s+)?`,
    // Only before a number: "Charity Navigator" and "Tin Roof" are names.
    String.raw`(?=(?:(?:us-?ein|gb-?chc|gb-?sc|gb-?nic|sc|nic?)[\s-]*)?\d)`,
  ].join(''),
  'i',
)
