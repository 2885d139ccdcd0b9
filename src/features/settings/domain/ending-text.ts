import { formatDate, isoDate } from '../../../domain/dates.ts'

/** The sentence of an ending with its days as the client's people write them. Operators read the same sentence with ISO dates. */
export const endingText = (text: string, locale: string): string =>
  text.replaceAll(
    /\b(on|of) (\d{4}-\d{2}-\d{2})(?![\w-]|\.\w)/g,
    (_found, word: string, day: string) => `${word} ${formatDate(isoDate(day), locale)}`,
  )
