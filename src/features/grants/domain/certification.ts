import { localEnglish } from '../../../domain/local-english.ts'

/** What the person who recommends certifies, for one grant or several, in the words of the client's country (§13). */
export function certificationPoints(locale: string, isOne = true): string[] {
  const grant = isOne ? 'this grant' : 'these grants'
  const recommendation = `${isOne ? 'This is a recommendation' : 'These are recommendations'}: the sponsor makes the final decision.`
  return locale === 'en-US'
    ? [
        `No donor, ${localEnglish('adviser', locale)}, or anyone related to them, and no entity that they control by 35% or more, will receive goods, services, or any other benefit that is more than incidental from ${grant}: no tickets, meals, membership benefits, auction items, or tuition.`,
        `${isOne ? 'The grant does' : 'The grants do'} not pay a legally binding pledge, in whole or in part, and ${isOne ? 'does' : 'do'} not cover the deductible part of a ticket or membership that someone else pays the rest of.`,
        recommendation,
      ]
    : [
        `Neither a donor nor anyone connected with a donor will receive a benefit from ${grant}: no tickets, meals, membership benefits, auction items or tuition.`,
        `${isOne ? 'The grant does' : 'The grants do'} not pay a legally binding pledge, in whole or in part, and ${isOne ? 'is' : 'are'} not part of an arrangement for a financial advantage.`,
        recommendation,
      ]
}
