import { dictionary } from '@zxcvbn-ts/language-common'

let known: ReadonlySet<string> | undefined

/**
 * Whether a text, in lower case, is one of the 49,233 passwords most often found in leaks (@zxcvbn-ts/language-common, part of
 * the program: nothing is asked of anybody else).
 */
export function isCommonPassword(text: string): boolean {
  known ??= new Set(dictionary['passwords-common'])
  return known.has(text)
}
