/** UK clients write "adviser" (§17). */
export const advisorIn = (locale: string): 'advisor' | 'adviser' =>
  locale === 'en-US' ? 'advisor' : 'adviser'
