import { keysOf } from '../../../domain/keys-of.ts'

export const benefitQuestion = 'Does anyone receive a benefit in return, such as tickets or a membership?'

/** The answers in the order in which they are offered. The first one rules out the grant. */
export const benefitAnswers = {
  received: 'Yes',
  none: 'No',
  paid_otherwise: 'No, the cost of attending was paid separately',
} as const
export type BenefitAnswer = keyof typeof benefitAnswers
export const benefitAnswerCodes = keysOf(benefitAnswers)
