import { localEnglish } from '../../../domain/local-english.ts'

/** What the person who recommends certifies, in the words of the client's country (§13). */
export function certificationPoints(locale: string): string[] {
  const recommendation = 'This is a recommendation: the sponsor makes the final decision.'
  return locale === 'en-US'
    ? [
        `No donor, ${localEnglish('adviser', locale)} or anyone related to them, and no entity that they control by 35% or more, receives goods, services or more than an incidental benefit from this grant: no tickets, meals, membership benefits, auction items or tuition.`,
        'The grant does not pay a legally binding pledge, in whole or in part, and is not part of a split payment.',
        recommendation,
      ]
    : [
        'Neither a donor nor anyone connected with a donor receives a benefit from this grant: no tickets, meals, membership benefits, auction items or tuition.',
        'The grant does not pay a legally binding pledge, in whole or in part, and is not part of an arrangement for a financial advantage.',
        recommendation,
      ]
}
