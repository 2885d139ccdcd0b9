import { z } from 'zod'
import { books } from '../../../../clients/clients.ts'
import { screenAddress } from '../../../../contract/screen-address.ts'
import { formatMoney } from '../../../../domain/money.ts'
import { accountNotice } from '../../../../server/mail/account-notice.ts'
import { findFundName } from '../../schedules/server/schedules.queries.ts'
import { adviceOf } from '../../server/advice.ts'
import { adviceSentence } from '../../server/mail-grant-step.ts'
import { findSubmitted } from './submitted-basket.queries.ts'

/** Notifies the person who submitted several grants at once, and the donors if that person is not one of them, with one mail for all grants. */
export const mailBasket = accountNotice(
  'mail-basket',
  z.object({ client: z.string(), basketId: z.uuid() }),
  async ({ basketId }, client, db) => {
    const basket = await findSubmitted(db, basketId)
    const currency = books.find(({ name }) => name === basket?.book)?.currency
    if (!basket || !currency) return null
    const accountName = await findFundName(db, basket.account_id)
    const isOfSponsor = basket.actor_side === 'sponsor'
    const advice = adviceOf(basket)
    const grants = (basket.grants ?? 0).toLocaleString(client.locale)
    return {
      kind: 'grant-received',
      accountId: basket.account_id,
      initiator: isOfSponsor ? null : basket.submitted_by,
      cause: `basket:${basketId}`,
      letter: ({ name, isInitiator }) => ({
        subject: isInitiator
          ? 'We received your grant recommendations'
          : isOfSponsor
            ? 'We entered grants for you'
            : 'Grants were recommended from your fund',
        name,
        blocks: [
          isInitiator
            ? 'We received your recommendations and will review each of them.'
            : isOfSponsor
              ? 'We entered these grants for you and will review each of them.'
              : `${basket.submitted_by_name} recommended these grants. We will review each of them.`,
          {
            facts: [
              ['Fund', accountName],
              ['Grants', grants],
              ['Total', formatMoney(basket.total_minor ?? 0n, currency, client.locale)],
            ],
          },
          ...(advice === null ? [] : [adviceSentence(advice, client.locale)]),
        ],
      }),
      screen: () => ({ address: screenAddress('/grants'), purpose: 'to see the grants' }),
    }
  },
)
