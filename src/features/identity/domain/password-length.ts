/**
 * ASVS 5.0, 6.2.1: at least 8, 15 recommended. Twelve, because a list of known passwords and a second factor stand beside it,
 * and because people who are asked for more write it down.
 */
export const shortestPassword = 12
/** Said as advice, not asked for. */
export const goodPassword = 15
/** ASVS 5.0, 6.2.9 asks for at least 64: room for a sentence, and an end to what one request makes us hash. */
export const longestPassword = 256

/** Characters as people count them, not as computers keep them. */
export const lengthOf = (password: string): number => [...password.normalize('NFC')].length

/** What is wrong with the length, in a sentence; null: nothing. */
export function lengthViolation(password: string): string | null {
  const length = lengthOf(password)
  if (length === 0) return 'Enter a password'
  if (length < shortestPassword)
    return `Use ${shortestPassword} characters or more: this has ${length}. Three or four words make a good password.`
  if (length > longestPassword) return `Use ${longestPassword} characters or fewer`
  return null
}
