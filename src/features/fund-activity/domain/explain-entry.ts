import { formatDate, type IsoDate } from '../../../domain/dates.ts'
import { localEnglish } from '../../../domain/local-english.ts'

/** How an entry is linked with another one of the same fund. */
export const entryLinks = ['reverses', 'replaces', 'reversed'] as const
export type EntryLink = (typeof entryLinks)[number]

type Explained = {
  comment: string | null
  concernsDate: IsoDate | null
  linked: {
    link: EntryLink
    transactionTypeName: string
    transactionId: string
    effectiveDate: IsoDate
  } | null
}

/**
 * What donors read about an entry besides its kind: what it corrects or what corrected it, which earlier day it is about, and its comment.
 * Null for an entry about which there is nothing to say.
 */
export function explanationOf({ comment, concernsDate, linked }: Explained, locale: string): string | null {
  const sentences = [
    linked === null ? null : linkSentence(linked, locale),
    // A link to an earlier entry says its day already.
    concernsDate === null || linked?.effectiveDate === concernsDate
      ? null
      : `Concerns ${formatDate(concernsDate, locale)}.`,
    comment,
  ].filter(sentence => sentence !== null)
  return sentences.length === 0 ? null : sentences.join(' ')
}

function linkSentence(
  { link, transactionTypeName, transactionId, effectiveDate }: NonNullable<Explained['linked']>,
  locale: string,
): string {
  const day = formatDate(effectiveDate, locale)
  if (link === 'reversed') return `Reversed on ${day} by transaction ${transactionId}.`
  const name = localEnglish(transactionTypeName, locale)
  const what = `${name.charAt(0).toLowerCase()}${name.slice(1)} ${transactionId} of ${day}`
  return link === 'reverses' ? `Takes back ${what}.` : `In place of ${what}.`
}
