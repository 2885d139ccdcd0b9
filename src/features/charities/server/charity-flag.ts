import type { Kysely } from 'kysely'
import type { Client } from '../../../clients/client.ts'
import type { DB } from '../../../server/db/schema.ts'
import { charityName } from '../domain/charity-name.ts'
import type { Eligibility } from '../domain/eligibility.ts'
import { type CharityRecord, findCharities } from './charities.queries.ts'
import { rowResponse } from './charity-response.ts'

/** The name of a charity when it was saved, and its eligibility then, if that was stored. */
type SavedCharity = { name: string | null; outcome: Eligibility['outcome'] | null }

/**
 * Why a list, a draft, a basket, a schedule or a plan with the charity needs attention, in sentences: it left the register, cannot
 * receive grants, or its name or eligibility is another than when it was saved. Null where nothing changed.
 */
export function charityFlag(
  now: CharityRecord | undefined,
  saved: SavedCharity,
  client: Pick<Client, 'charityRegisters'>,
): string | null {
  if (!now || !client.charityRegisters.includes(now.register))
    return 'This charity is no longer on a register that we use.'
  const { eligibility, name } = rowResponse(now, client)
  // Where no outcome was saved, a review that is needed now is worth saying.
  const isOther = (saved.outcome ?? 'yes') !== eligibility.outcome
  const isRenamed = saved.name !== null && charityName(saved.name) !== charityName(name)
  const sentences = [
    ...(eligibility.outcome === 'no' || now.delisted_on !== null || isOther ? [eligibility.sentence] : []),
    ...(isRenamed ? [`The register now has this charity as ${charityName(name)}.`] : []),
  ]
  return sentences.join(' ') || null
}

/** The same for many, read at once. Null for a row that has no charity. */
export async function charityFlags(
  db: Kysely<DB>,
  charityIds: readonly (string | null)[],
  client: Pick<Client, 'charityRegisters'>,
): Promise<(charityId: string | null, saved: SavedCharity) => string | null> {
  const found = await findCharities(db, [...new Set(charityIds.filter(id => id !== null))])
  const byId = new Map(found.map(row => [row.charity_id, row]))
  return (charityId, saved) => (charityId === null ? null : charityFlag(byId.get(charityId), saved, client))
}
