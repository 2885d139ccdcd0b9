import * as z from 'zod/mini'
import { atMost } from '../../../contract/typed-text.ts'
import { cleanText } from '../../../domain/clean-text.ts'
import { keysOf, pick } from '../../../domain/keys-of.ts'
import { type Naming, namingCodes } from '../../people/domain/naming.ts'
import { benefitAnswerCodes } from './benefit-answers.ts'
import { purposeCodes, purposeTextMaxLength } from './purpose.ts'

const benefitAnswer = z.nullable(z.enum(benefitAnswerCodes))

/** What a grant is for. A date of a schedule that waits may correct it for this once. */
export const purposeChoices = {
  purposeCode: z.enum(purposeCodes),
  purposeText: z.nullable(z.string().check(z.overwrite(cleanText), atMost(purposeTextMaxLength))),
  /** The answer to the question about a purpose that may imply a benefit (§13). */
  benefitAnswer: z._default(benefitAnswer, null),
}

/**
 * What the donor chooses about a grant, apart from its charity and amount: of a grant, a draft, a row of a basket and a schedule. Each of
 * them, and each message between them, takes its fields from here.
 */
export const grantChoices = { ...purposeChoices, namingCode: z.enum(namingCodes) }

/** The choices of a draft, which always says whether the question is answered. */
export const draftChoices = { ...grantChoices, benefitAnswer }

const { benefitAnswer: _answer, ...withoutAnswer } = grantChoices
/** The choices that a grant like an earlier one takes over. The answer has to be given again. */
export const repeatedChoices = withoutAnswer

type OutputOf<Shape extends Record<string, z.ZodMiniType>> = { [Name in keyof Shape]: z.output<Shape[Name]> }
export type PurposeChoices = OutputOf<typeof purposeChoices>
export type GrantChoices = OutputOf<typeof grantChoices>
export type RepeatedChoices = OutputOf<typeof repeatedChoices>

/** The choices of a grant about which nothing is said. */
export const emptyChoices = {
  purposeCode: 'where_needed',
  purposeText: null,
  benefitAnswer: null,
  namingCode: 'fund_and_donor',
} as const satisfies GrantChoices

/** The choices of a grant about which nothing is said but whom it names to the charity. */
export const choicesNaming = (namingCode: Naming) => ({ ...emptyChoices, namingCode }) satisfies GrantChoices

export const choiceNames = keysOf(grantChoices)

/** The choices among the fields of something that has them. */
export const choicesFrom = (of: GrantChoices): GrantChoices => pick(of, choiceNames)
export const purposeFrom = (of: PurposeChoices): PurposeChoices => pick(of, keysOf(purposeChoices))
export const repeatedFrom = (of: RepeatedChoices): RepeatedChoices => pick(of, keysOf(repeatedChoices))
