import { formatDate, type IsoDate } from '../../../domain/dates.ts'

type LastKnown = {
  openedOn: IsoDate | null
  /** The day of the person's last signature in the book; null without one. */
  signedOn: IsoDate | null
}

/** What speaks against a day of death, as a sentence; null if nothing does. Staff may confirm the day all the same. */
export function dayOfDeathQuestion(
  diedOn: IsoDate,
  { openedOn, signedOn }: LastKnown,
  locale: string,
): string | null {
  if (signedOn !== null && diedOn < signedOn)
    return `This person signed a document on ${formatDate(signedOn, locale)}, after this day.`
  if (openedOn !== null && diedOn < openedOn)
    return `The account was opened on ${formatDate(openedOn, locale)}, after this day.`
  return null
}
