import { clientContext } from '../../web/client-context/client-context.ts'

/** UK clients write "adviser" (§17). */
export function advisorWord(style: 'lower' | 'Title' = 'lower'): string {
  const word = clientContext().clientSettings.locale === 'en-US' ? 'advisor' : 'adviser'
  return style === 'Title' ? `A${word.slice(1)}` : word
}
