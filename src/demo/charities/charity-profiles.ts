import type { Pool } from 'pg'
import { eftPaymentTypeCode } from '../../features/charities/server/charity-standing.ts'
import { drawsOf } from '../random.ts'

const levels = ['NONE', 'NONE', 'BRONZE', 'SILVER', 'SILVER', 'GOLD', 'PLATINUM'] as const
const comments = [
  'Confirmed by telephone that gifts go to the local branch.',
  'Sends its thanks to donors by letter within a month.',
  'Asks for the name of the programme on every gift.',
] as const
/** Every so many charities of the register have a profile; more of them where many funds give. */
const everyWith = 10

/** What the staff are said to have noted of some charities: one of them was rejected, one deleted, one is looked at. */
export async function writeCharityProfiles(registrar: Pool): Promise<void> {
  const { rows } = await registrar.query<{
    charity_id: string
    name: string
    register: string
    place: number
  }>(
    `select charity_id, name, register, place::int from (
       select charity_id, name, register, row_number() over (partition by register order by charity_id) as place
         from charity) c
     where place % $1 = 0 order by charity_id`,
    [everyWith],
  )
  const profiles = rows.map(({ charity_id: charityId, name, place }) => {
    const draws = drawsOf(`profile ${charityId}`)
    return {
      charity_id: charityId,
      website: draws.chance(0.8) ? `https://www.${hostOf(name)}.example` : null,
      profile_level: draws.pick(levels),
      comment: draws.chance(0.3) ? draws.pick(comments) : null,
      default_payment_type_code: draws.chance(0.7) ? eftPaymentTypeCode : null,
      ...standingAt(place / everyWith),
    }
  })
  await registrar.query(
    `insert into charity_profile (charity_id, website, profile_level, comment, default_payment_type_code, party_status,
       party_grantee_status, changed_by)
     select p.*, 'the demonstration' from jsonb_to_recordset($1::jsonb) as p (charity_id text, website text,
       profile_level text, comment text, default_payment_type_code smallint, party_status text, party_grantee_status text)`,
    [JSON.stringify(profiles)],
  )
}

/** Of each register. */
function standingAt(place: number): { party_status: string; party_grantee_status: string } {
  if (place === 3) return { party_status: 'Active', party_grantee_status: 'Rejected' }
  if (place === 5) return { party_status: 'Deleted', party_grantee_status: 'Accepted' }
  if (place === 7) return { party_status: 'Active', party_grantee_status: 'Review' }
  return { party_status: 'Active', party_grantee_status: 'Accepted' }
}

function hostOf(name: string): string {
  const host = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
  return host.slice(0, 40).replace(/-$/, '') || 'charity'
}
