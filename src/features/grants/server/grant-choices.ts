import { choiceNames, type GrantChoices } from '../domain/grant-choices.ts'
import type { StoredBenefitAnswer } from '../domain/purpose-check.ts'

/** The donor's choices after their checks. */
export type StoredChoices = Omit<GrantChoices, 'benefitAnswer'> & {
  benefitAnswer: StoredBenefitAnswer | null
}

/** The column of each choice, in a grant and in a schedule. */
const columns = {
  purposeCode: 'purpose_code',
  purposeText: 'purpose_text',
  benefitAnswer: 'benefit_answer',
  namingCode: 'naming_code',
} as const satisfies Record<keyof GrantChoices, string>

/** The columns of the donor's choices, in a grant and in a schedule. */
export type ChoiceColumns = { [Name in keyof GrantChoices as (typeof columns)[Name]]: StoredChoices[Name] }

export const choiceColumnNames: readonly (keyof ChoiceColumns)[] = choiceNames.map(name => columns[name])

export const choiceColumns = (choices: StoredChoices): ChoiceColumns =>
  // Each column of the table gets the choice of its name.
  Object.fromEntries(choiceNames.map(name => [columns[name], choices[name]])) as ChoiceColumns

/** The donor's choices of a stored grant or schedule. */
export const choicesOf = (row: ChoiceColumns): StoredChoices =>
  // Each choice of the table comes from its column.
  Object.fromEntries(choiceNames.map(name => [name, row[columns[name]]])) as StoredChoices
