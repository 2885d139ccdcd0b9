import { keysOf } from '../../../domain/keys-of.ts'

export const benefitQuestion = 'Does anyone receive tickets, meals, membership or goods in return?'

/** The answers in the order in which they are offered. The first one rules out the grant. */
export const benefitAnswers = {
  received: 'Yes',
  none: 'No',
  paid_otherwise: 'No, the cost of attending was paid separately',
} as const
export type BenefitAnswer = keyof typeof benefitAnswers
export const benefitAnswerCodes = keysOf(benefitAnswers)
