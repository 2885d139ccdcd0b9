import { clientContext } from '../../../web/client-context/client-context.ts'
import { inClientEnglish } from '../../../web/client-context/client-english.ts'
import { type ContributionMethod, giftDateRule } from '../domain/payer.ts'

export const whoGave = [
  { value: 'donors' as const, text: 'The donors of the account' },
  { value: 'other' as const, text: 'Someone else' },
]

/** Which day is the date of gift, for what came so. */
export const giftDateHint = (method: ContributionMethod | null): string =>
  inClientEnglish(`${giftDateRule(method, clientContext().clientSettings.locale)}. It decides the tax year.`)
