import { taxIdLabel, taxIdOf } from '../charities/domain/charity-labels.ts'
import { readPercentage, typedPercentage } from './domain/percentage.ts'
import type { ShareToSave } from './domain/share-to-save.ts'
import type { LegacyPlan } from './legacy-plan.contract.ts'

/** An individual successor or a charitable beneficiary in the form. */
export type DraftShare = {
  /** Names the share in the form. */
  key: string
  option: 0 | 1
  successorId: string | null
  name: string
  relation: string | null
  email: string | null
  phone: string | null
  yearOfBirth: number | null
  charityId: string | null
  /** As it is typed, without the sign. */
  percentage: string
}

export type PlanDraft = { shares: DraftShare[]; acknowledgesTerms: boolean; instructionId: string | null }

type Shares = NonNullable<LegacyPlan['current']>['shares']

export const draftOf = (shares: Shares): PlanDraft => ({
  shares: shares.map(({ shareHundredths, ...share }) => ({
    ...share,
    key: share.successorId,
    percentage: typedPercentage(shareHundredths),
  })),
  acknowledgesTerms: false,
  instructionId: null,
})

/** The total of the input; invalid input counts as 0. */
export const typedTotal = (shares: readonly DraftShare[]): number =>
  shares.reduce((sum, share) => sum + (readPercentage(share.percentage) ?? 0), 0)

/** @throws Error for a percentage that cannot be read, which the form's own check refuses first. */
export function shareToSave(share: DraftShare): ShareToSave {
  const shareHundredths = readPercentage(share.percentage)
  if (shareHundredths === null) throw new Error(`the share of ${share.key} is not a percentage`)
  const { option, successorId, name, relation, email, phone, yearOfBirth, charityId } = share
  return option === 1
    ? { option, charityId: charityId ?? '', shareHundredths }
    : { option, successorId, name, relation, email, phone, yearOfBirth, shareHundredths }
}

/** What the plan says of a person or a charity beside the relationship and the share. */
export const factsOf = ({ email, phone, yearOfBirth, charityId }: DraftShare): string =>
  [
    yearOfBirth === null ? null : `born ${yearOfBirth}`,
    email,
    phone,
    charityId === null ? null : `${taxIdLabel(charityId)} ${taxIdOf(charityId)}`,
  ]
    .filter(fact => fact !== null)
    .join(', ')
