import type { Currency } from '../../../domain/money.ts'

/** Whether an account search includes the client's other book unless the query says so: by default only when viewing pounds (§5). */
export const queriesSecondaryByDefault = (hasSecondaryBook: boolean, currency: Currency): boolean =>
  hasSecondaryBook && currency !== 'USD'
