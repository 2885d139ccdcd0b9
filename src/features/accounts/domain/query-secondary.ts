import type { Currency } from '../../../domain/money.ts'

/** Whether an account search includes the client's other book unless it says so itself: from pounds it does (§5). */
export const queriesSecondaryByDefault = (hasSecondaryBook: boolean, currency: Currency): boolean =>
  hasSecondaryBook && currency !== 'USD'
