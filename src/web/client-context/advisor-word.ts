import { advisorIn } from '../../domain/advisor-word.ts'
import { clientContext } from './client-context.ts'

/** The word of the page’s client. */
export function advisorWord(style: 'lower' | 'Title' = 'lower'): string {
  const word = advisorIn(clientContext().clientSettings.locale)
  return style === 'Title' ? `A${word.slice(1)}` : word
}
