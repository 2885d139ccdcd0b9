import { type Kysely, sql } from 'kysely'
import type { CharityRegister } from '../../clients/client.ts'
import { eftPaymentTypeCode, eligibilityOf } from '../../features/charities/server/charity-status.ts'
import type { DB } from '../../server/db/schema.ts'
import type { Draws } from '../random.ts'

export type DemoCharity = { charityId: string; name: string; paysByEft: boolean }

export type CharityChoice = {
  /** Those that many funds give to, and all others that may receive a grant at once. */
  wellKnown: readonly DemoCharity[]
  others: readonly DemoCharity[]
  /** Those on which a member of staff has to look first. */
  toAPerson: readonly DemoCharity[]
}

/** Of those that are paid by EFT, so many are known to one. */
const everyKnown = 4

type Row = Parameters<typeof eligibilityOf>[0] & {
  charity_id: string
  name: string
  default_payment_type_code: number | null
}

/** The charities of these registers to which the demonstration's funds may grant, always in the same order. */
export async function chooseCharities(
  db: Kysely<DB>,
  registers: readonly CharityRegister[],
): Promise<CharityChoice> {
  const { rows } = await sql<Row>`
    select c.charity_id, c.name, c.register, c.subsection, c.foundation, c.deductibility, c.status, c.removed_on, c.delisted_on,
      p.default_payment_type_code
    from charity c left join charity_profile p on p.charity_id = c.charity_id
    where c.register = any(${[...registers]}::text[])
      and coalesce(p.party_grantee_status, 'Accepted') = 'Accepted' and coalesce(p.party_status, 'Active') = 'Active'
    order by c.charity_id`.execute(db)
  const yes = rows.filter(row => outcomeOf(row) === 'yes').map(asCharity)
  const wellKnown = yes.filter(charity => charity.paysByEft).filter((_, index) => index % everyKnown === 0)
  const known = new Set(wellKnown)
  return {
    wellKnown,
    others: yes.filter(charity => !known.has(charity)),
    toAPerson: rows.filter(row => outcomeOf(row) === 'person').map(asCharity),
  }
}

const outcomeOf = (row: Row) => eligibilityOf(row).outcome

function asCharity(row: Row): DemoCharity {
  const paysByEft = row.default_payment_type_code === eftPaymentTypeCode
  return { charityId: row.charity_id, name: row.name, paysByEft }
}

/** The charities that one fund gives to again and again. */
export function favouritesOf(draws: Draws, choice: CharityChoice, count: number): DemoCharity[] {
  const found = new Set<DemoCharity>()
  while (found.size < count) found.add(draws.pick(draws.chance(0.5) ? choice.wellKnown : choice.others))
  return [...found]
}
