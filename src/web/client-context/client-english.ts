import { localEnglish } from '../../domain/local-english.ts'
import { clientContext } from './client-context.ts'

/** A text of the program in the spelling of the page’s client. */
export const inClientEnglish = (text: string): string =>
  localEnglish(text, clientContext().clientSettings.locale)
