import type { Kysely } from 'kysely'
import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { invariant } from '../../../domain/invariant.ts'
import { nameOf } from '../../../server/auth/actor.ts'
import { inTransaction } from '../../../server/db/in-transaction.ts'
import type { DB } from '../../../server/db/schema.ts'
import { violates } from '../../../server/db/violates.ts'
import type { CharityStatus } from '../../charities/server/charity-status.ts'
import { choicesNaming } from '../../grants/domain/grant-choices.ts'
import { overAvailableBalance } from '../../grants/domain/grant-rules.ts'
import { storeGrants } from '../../grants/server/store-grant.ts'
import type * as contract from '../inactive-funds.contract.ts'
import { confirmationRefusal } from './confirmation-refusal.ts'
import { conflict, requireTermOver } from './default-grant-facts.ts'
import type { FundContext } from './fund-context.ts'
import { fundDetails } from './get-inactive-fund.ts'
import { type DefaultGrantRow, lockDefaultGrant, updateDefaultGrant } from './inactive-funds.queries.ts'

/**
 * Makes a proposed default grant: its amount is set aside, and others review, screen and pay it as any grant. No minimum applies to it. Throws
 * `not-found`, `access-denied` to the person who proposed it, `conflict` where it was decided, or no longer can be made.
 */
export async function confirmDefaultGrant(
  { params: { accountId, defaultGrantId } }: HandlerInput<typeof contract.confirmDefaultGrant>,
  context: FundContext,
): Promise<Reply<typeof contract.confirmDefaultGrant>> {
  return await inTransaction(context.db, async trx => {
    const inBook = { ...context, db: trx }
    const { fund, charity } = await requireTermOver(accountId, inBook)
    const row = await lockDefaultGrant(trx, accountId, defaultGrantId)
    if (!row) throw new Problem('not-found')
    if (row.state !== 'proposed') throw conflict('This proposal has already been decided.')
    const refusal = confirmationRefusal(row, context.actor)
    if (refusal !== null) throw new Problem('access-denied', { detail: refusal })
    if (row.letter_id !== fund.letter_id)
      throw conflict(
        'Another letter was sent since this grant was proposed. Decline it, and wait for its term.',
      )
    if (row.charity_id !== charity.charityId)
      throw conflict('The charity of default grants is another one now. Decline this proposal.')
    if (row.amount_minor > fund.available_minor) throw conflict(overAvailableBalance)
    const grantId = await makeGrant(trx, row, charity, context)
    await decide(trx, defaultGrantId, grantId, context)
    return await fundDetails(accountId, inBook)
  })
}

async function makeGrant(
  trx: Kysely<DB>,
  row: DefaultGrantRow,
  charity: CharityStatus,
  { actor, client, book, today, clock }: FundContext,
): Promise<string> {
  const grant = {
    charity,
    reason: `Default grant of the sponsor, proposed by ${row.proposed_by_name}: ${row.reason}`.slice(0, 1000),
    checked: {
      amountMinor: row.amount_minor,
      ...choicesNaming('fund_only'),
      // A second grant of the same proposal would have the same key.
      idempotencyKey: row.default_grant_id,
    },
  }
  try {
    const [grantId] = await storeGrants(trx, row.account_id, [grant], {
      ...{ client, book, today, now: clock.now() },
      actor: { userId: actor.userId, name: nameOf(actor), side: 'sponsor' },
      from: { kind: 'default' },
    })
    invariant(grantId, 'each grant has an id')
    return grantId
  } catch (error) {
    // What is charged to a fund does not take its lock.
    if (violates(error, 'available_balance_not_negative')) throw conflict(overAvailableBalance)
    throw error
  }
}

async function decide(
  trx: Kysely<DB>,
  defaultGrantId: string,
  grantId: string,
  { actor, clock }: FundContext,
): Promise<void> {
  try {
    await updateDefaultGrant(trx, defaultGrantId, {
      state: 'confirmed',
      decided_by: actor.userId,
      decided_by_name: nameOf(actor),
      decided_at: clock.now(),
      grant_id: grantId,
    })
  } catch (error) {
    if (violates(error, 'one_default_grant_of_letter'))
      throw conflict('A default grant was made after the last letter. Another one needs another letter.')
    throw error
  }
}
