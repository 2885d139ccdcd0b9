import type { Naming } from '../../people/domain/naming.ts'
import type { GrantChoices } from '../domain/grant-choices.ts'
import type { Purpose } from '../domain/purpose.ts'
import type { StoredBenefitAnswer } from '../domain/purpose-check.ts'

/** The donor's choices after their checks. */
export type StoredChoices = Omit<GrantChoices, 'benefitAnswer'> & {
  benefitAnswer: StoredBenefitAnswer | null
}

/** The columns of the donor's choices, in a grant and in a schedule. */
export type ChoiceColumns = {
  purpose_code: Purpose
  purpose_text: string | null
  benefit_answer: StoredBenefitAnswer | null
  naming_code: Naming
}

export const choiceColumns = (choices: StoredChoices): ChoiceColumns => ({
  purpose_code: choices.purposeCode,
  purpose_text: choices.purposeText,
  benefit_answer: choices.benefitAnswer,
  naming_code: choices.namingCode,
})

/** The donor's choices of a stored grant or schedule. */
export const choicesOf = (row: ChoiceColumns): StoredChoices => ({
  purposeCode: row.purpose_code,
  purposeText: row.purpose_text,
  benefitAnswer: row.benefit_answer,
  namingCode: row.naming_code,
})
