import * as z from 'zod/mini'
import type { IsoDate } from '../../../domain/dates.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { useCurrentAccount } from '../../../web/session/current-account.ts'
import { adviceChannels, adviceViolation, type TypedAdvice } from '../domain/advice.ts'
import { typedDate } from './typed-date.ts'

/** Whether the person enters the recommendation for a donor, and the client's day. */
export type AdviceRules = { isOfSponsor: boolean; today: IsoDate }

/** The rules for the person at the current account. */
export function useAdviceRules(): AdviceRules {
  const { side } = useCurrentAccount()
  return { isOfSponsor: side === 'sponsor', today: clientContext().clientSettings.today }
}

export const typedAdviceShape = {
  advisedBy: z.nullable(z.string()),
  adviceChannel: z.nullable(z.enum(adviceChannels)),
  advisedOn: z.nullable(z.custom<IsoDate>()),
}

/** The advice as it is typed, or its first field that is missing or wrong. */
export const typedAdviceViolation = (typed: TypedAdvice, rules: AdviceRules) =>
  adviceViolation({ ...typed, advisedOn: typedDate(typed.advisedOn) }, rules)
