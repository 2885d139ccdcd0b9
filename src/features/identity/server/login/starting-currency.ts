import type { Currency } from '../../../../domain/money.ts'
import type { BaseContext } from '../../../../server/http/request-context.ts'
import { findFirstFundId } from '../../../accounts/server/accounts.queries.ts'
import { findStartingPreference } from './sign-in.queries.ts'

/**
 * The currency of a new session: the one that the person asked to start with, else that of the primary book. People without
 * an account in it start where they have one, because they would have no access otherwise (§4).
 */
export async function startingCurrency(
  { client, book, db, otherBook, realmDb }: BaseContext,
  userId: string,
): Promise<Currency> {
  const { book: primary, secondaryBook: secondary } = client
  if (secondary === null || otherBook === null) return primary.currency
  const preference = await findStartingPreference(realmDb, userId)
  const [preferred, other] =
    preference?.rememberedCurrency === secondary.currency ? [secondary, primary] : [primary, secondary]
  if (preference?.hasRole) return preferred.currency
  const hasAccountIn = async ({ name }: { name: string }) =>
    (await findFirstFundId(name === book.name ? db : otherBook.db, { userId, seesEveryAccount: false })) !==
    undefined
  if (await hasAccountIn(preferred)) return preferred.currency
  return (await hasAccountIn(other)) ? other.currency : preferred.currency
}
