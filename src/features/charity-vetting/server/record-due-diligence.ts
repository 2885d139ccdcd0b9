import type { HandlerInput } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { nameOf } from '../../../server/auth/actor.ts'
import { dueDiligence } from '../domain/vetting.ts'
import type * as contract from '../vettings.contract.ts'
import type { Vetting } from '../vettings.contract.ts'
import { vettingColumns } from './vetting-columns.ts'
import { findRegistered, findVetting, insertVetting } from './vettings.queries.ts'
import {
  type Context,
  countryOf,
  record,
  requireLastDay,
  requireNoneProposed,
  requireVetting,
  vettingResponse,
} from './vettings.ts'

/** What fits in a record; a register's longest name is far shorter. */
const longest = { name: 200, city: 100, postalCode: 12 } as const

/**
 * Enters a record of due diligence under the idempotency key of the command, so that repeating it creates no second one. It has the name and
 * address that the register has today. Throws `validation`, `conflict` where another of the charity waits, `not-found` for a charity that no
 * register of the book has. A sponsor may enter records before its book asks for them.
 */
export async function recordDueDiligence(
  { params: { charityId }, body }: HandlerInput<typeof contract.recordDueDiligence>,
  context: Context & { idempotencyKey: string },
): Promise<Vetting> {
  const { db, realmDb, client, actor, clock, idempotencyKey: vettingId } = context
  const { finding, expiresOn } = body.data.attributes
  requireLastDay(expiresOn, context)
  const charity = await findRegistered(db, charityId, client.charityRegisters)
  if (!charity) throw new Problem('not-found')
  await realmDb.transaction().execute(async trx => {
    if (await findVetting(trx, vettingId)) return
    await requireNoneProposed(trx, charityId)
    await insertVetting(trx, {
      vetting_id: vettingId,
      charity_id: charityId,
      country: countryOf(context),
      ...vettingColumns({
        ...{ name: charity.name.slice(0, longest.name), alsoKnownAs: '', street: charity.street ?? '' },
        city: (charity.city ?? '').slice(0, longest.city),
        usState: charity.state ?? '',
        postalCode: (charity.postal_code ?? '').slice(0, longest.postalCode),
        ...{ basis: dueDiligence, finding, expiresOn },
      }),
      proposed_by: actor.userId,
      proposed_by_name: nameOf(actor),
      proposed_at: clock.now(),
    })
    await record(trx, context, { kind: 'vetting-entered', vettingId })
  })
  return vettingResponse(await requireVetting(realmDb, vettingId), context)
}
