/**
 * ASVS 5.0, 6.2.1 requires at least 8 and recommends 15. Twelve is enough because a list of known passwords and a second
 * factor also apply, and because people write longer ones down.
 */
export const minPasswordLength = 12
/** Recommended, not required. */
export const goodPasswordLength = 15
/** ASVS 5.0, 6.2.9 requires that at least 64 are allowed. The limit bounds the work of hashing one request. */
export const maxPasswordLength = 256

/** The length in Unicode code points after NFC, so that a letter with an accent counts once. */
export const lengthOf = (password: string): number => [...password.normalize('NFC')].length

/** The error message about the length; null if the length is valid. */
export function lengthViolation(password: string): string | null {
  const length = lengthOf(password)
  if (length === 0) return 'Enter a password'
  if (length < minPasswordLength)
    return `Use ${minPasswordLength} characters or more: this has ${length}. Three or four words make a good password.`
  if (length > maxPasswordLength) return `Use ${maxPasswordLength} characters or fewer`
  return null
}
