import type { Naming } from '../../people/domain/naming.ts'
import type { BenefitAnswer } from './benefit-answers.ts'
import type { Purpose } from './purpose.ts'

/** What the donor chooses about a grant, apart from its charity and amount: of a grant, a draft and a schedule. */
export type GrantChoices = {
  purposeCode: Purpose
  purposeText: string | null
  /** The answer to the question about a purpose that may imply a benefit (§13). */
  benefitAnswer: BenefitAnswer | null
  namingCode: Naming
}

/** The choices of a grant about which nothing is said. */
export const emptyChoices = {
  purposeCode: 'where_needed',
  purposeText: null,
  benefitAnswer: null,
  namingCode: 'fund_and_donor',
} as const satisfies GrantChoices
