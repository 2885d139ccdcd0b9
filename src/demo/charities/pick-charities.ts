import { type Kysely, sql } from 'kysely'
import type { CharityRegister } from '../../clients/client.ts'
import { eftPaymentTypeCode, eligibilityOf } from '../../features/charities/server/charity-status.ts'
import type { DB } from '../../server/db/schema.ts'
import type { Random } from '../random.ts'

export type DemoCharity = { charityId: string; name: string; paysByEft: boolean }

export type CharitySelection = {
  /** Eligible charities: those to which many funds give, and the others. */
  wellKnown: readonly DemoCharity[]
  others: readonly DemoCharity[]
  /** Eligible charities with a logo. */
  withLogo: readonly DemoCharity[]
  /** Charities that staff must review first. */
  needsReview: readonly DemoCharity[]
}

/** Every fourth charity that is paid by EFT is well known. */
const wellKnownInterval = 4

type Row = Parameters<typeof eligibilityOf>[0] & {
  charity_id: string
  name: string
  default_payment_type_code: number | null
  logo_name: string | null
}

/** Selects charities of these registers for the seed data, always in the same order. */
export async function selectCharities(
  db: Kysely<DB>,
  registers: readonly CharityRegister[],
): Promise<CharitySelection> {
  const { rows } = await sql<Row>`
    select c.charity_id, c.name, c.register, c.subsection, c.foundation, c.deductibility, c.status, c.removed_on, c.delisted_on, c.unread_on,
      p.default_payment_type_code, p.logo_name
    from charity c left join charity_profile p on p.charity_id = c.charity_id
    where c.register = any(${[...registers]}::text[])
      and coalesce(p.party_grantee_status, 'Accepted') = 'Accepted' and coalesce(p.party_status, 'Active') = 'Active'
    order by c.charity_id`.execute(db)
  const eligibleRows = rows.filter(row => outcomeOf(row) === 'yes')
  const eligible = eligibleRows.map(asCharity)
  const wellKnown = eligible
    .filter(charity => charity.paysByEft)
    .filter((_, index) => index % wellKnownInterval === 0)
  const wellKnownSet = new Set(wellKnown)
  return {
    wellKnown,
    others: eligible.filter(charity => !wellKnownSet.has(charity)),
    withLogo: eligibleRows.filter(row => row.logo_name !== null).map(asCharity),
    needsReview: rows.filter(row => outcomeOf(row) === 'person').map(asCharity),
  }
}

const outcomeOf = (row: Row) => eligibilityOf(row).outcome

function asCharity(row: Row): DemoCharity {
  const paysByEft = row.default_payment_type_code === eftPaymentTypeCode
  return { charityId: row.charity_id, name: row.name, paysByEft }
}

/** Picks the charities to which one fund gives repeatedly. */
export function pickFavorites(random: Random, choice: CharitySelection, count: number): DemoCharity[] {
  const favorites = new Set<DemoCharity>()
  while (favorites.size < count)
    favorites.add(random.pick(random.chance(0.5) ? choice.wellKnown : choice.others))
  return [...favorites]
}
