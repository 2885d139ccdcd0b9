/** The major groups of the National Taxonomy of Exempt Entities, by the first letter of a charity's code. */
export const causes = {
  A: 'Arts, culture, and humanities',
  B: 'Education',
  C: 'Environment',
  D: 'Animals',
  E: 'Health care',
  F: 'Mental health and crisis intervention',
  G: 'Diseases and disorders',
  H: 'Medical research',
  I: 'Crime and legal matters',
  J: 'Employment',
  K: 'Food, agriculture, and nutrition',
  L: 'Housing and shelter',
  M: 'Public safety and disaster relief',
  N: 'Recreation and sports',
  O: 'Youth development',
  P: 'Human services',
  Q: 'International affairs',
  R: 'Civil rights and advocacy',
  S: 'Community improvement',
  T: 'Philanthropy and grantmaking',
  U: 'Science and technology',
  V: 'Social science',
  W: 'Public and societal benefit',
  X: 'Religion',
  Y: 'Mutual and membership benefit',
} as const
export type Cause = keyof typeof causes

const isCause = (letter: string): letter is Cause => Object.hasOwn(causes, letter)

/** `K31` → `Food, agriculture and nutrition`; null where the register has no code, or Z for unknown. */
export function causeLabel(ntee: string | null): string | null {
  const letter = ntee?.charAt(0).toUpperCase() ?? ''
  return isCause(letter) ? causes[letter] : null
}
