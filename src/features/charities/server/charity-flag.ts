import type { Client } from '../../../clients/client.ts'
import { charityName } from '../domain/charity-name.ts'
import type { Eligibility } from '../domain/eligibility.ts'
import type { CharityRecord } from './charities.queries.ts'
import { rowResponse } from './charity-response.ts'

/** The name of a charity when it was saved, and its eligibility then, if that was stored. */
type SavedCharity = { name: string | null; outcome: Eligibility['outcome'] | null }

/**
 * Why a list, a schedule or a plan with the charity needs attention, as a sentence: it left the register, cannot receive grants, or
 * its name or eligibility is another than when it was saved. Null where nothing changed.
 */
export function charityFlag(
  now: CharityRecord | undefined,
  saved: SavedCharity,
  client: Pick<Client, 'charityRegisters'>,
): string | null {
  if (!now) return 'This charity is no longer on a register that we use.'
  const { canBeSelected, eligibility, name } = rowResponse(now, client)
  if (!canBeSelected || now.delisted_on !== null) return eligibility.sentence
  // Where no outcome was saved, as with schedules, a review that is needed now is worth saying.
  if ((saved.outcome ?? 'yes') !== eligibility.outcome) return eligibility.sentence
  if (saved.name !== null && saved.name !== name)
    return `The register now has this charity as ${charityName(name)}.`
  return null
}
