import { formatDate, type IsoDate } from '../../../domain/dates.ts'

/** A side of a transfer between two accounts of ours: `Contributions, March 13, 2026: FROM GRANTS`. */
export const transferSideText = (
  { accountName, on, detail }: { accountName: string; on: IsoDate; detail: string },
  locale: string,
): string => `${accountName}, ${formatDate(on, locale)}: ${detail}`
