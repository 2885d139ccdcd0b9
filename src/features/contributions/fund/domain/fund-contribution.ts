import { localEnglish } from '../../../../domain/local-english.ts'
import { kindsOfWays, type WayToGive } from '../../domain/announcement.ts'

/** What a fund receives: the kinds of contributions, and those that are only entries of the ledger. */
export const fundContributionKinds = [
  'cash',
  'wire',
  'securities',
  'sponsor',
  'illiquid',
  'gift_aid',
] as const
export type FundContributionKind = (typeof fundContributionKinds)[number]

export const fundContributionKindLabels = {
  cash: 'Cash or cheque',
  wire: 'Bank transfer',
  securities: 'Securities',
  sponsor: 'From another sponsor',
  illiquid: 'Other assets',
  gift_aid: 'Gift Aid reclaimed',
} as const satisfies Record<FundContributionKind, string>

/** What was given: the way that the donor announced says more than the kind. */
export const giftText = (
  { kind, way }: { kind: FundContributionKind; way: WayToGive | null },
  locale: string,
): string => localEnglish(way === null ? fundContributionKindLabels[kind] : kindsOfWays[way].label, locale)

/** The British tax year by the year in which it begins: `2025/26`. */
export const britishYear = (year: number): string => `${year}/${String((year + 1) % 100).padStart(2, '0')}`
