import type * as contract from '../../../../contract/currency.contract.ts'
import type { HandlerInput, Reply } from '../../../../contract/endpoint.ts'
import type { ContextOf } from '../../../../server/http/request-context.ts'
import { requireTwoBooks } from './choose-currency.ts'
import { storeRememberedCurrency } from './sign-in.queries.ts'

/** Sets the preference alone, from the profile. */
export async function setRememberCurrency(
  { body }: HandlerInput<typeof contract.setRememberCurrency>,
  context: ContextOf<typeof contract.setRememberCurrency>,
): Promise<Reply<typeof contract.setRememberCurrency>> {
  requireTwoBooks(context)
  const { actor, book, realmDb } = context
  await storeRememberedCurrency(realmDb, actor.userId, body.rememberCurrency ? book.currency : null)
  return { rememberCurrency: body.rememberCurrency }
}
