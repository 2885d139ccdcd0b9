import { type Kysely, sql } from 'kysely'
import type { Pool } from 'pg'
import type { CharityRegister } from '../../clients/client.ts'
import { clients, realms } from '../../clients/clients.ts'
import { eftPaymentTypeCode } from '../../features/charities/server/charity-status.ts'
import type { Databases } from '../../server/db/pools.ts'
import type { DB } from '../../server/db/schema.ts'
import type { Files } from '../../server/files/files.ts'
import { seededRandom } from '../random.ts'
import { storeLogo } from './charity-logos.ts'
import { writeConfirmedPayees } from './confirmed-payees.ts'

const levels = ['NONE', 'NONE', 'BRONZE', 'SILVER', 'SILVER', 'GOLD', 'PLATINUM'] as const
const comments = [
  'Confirmed by phone that gifts go to the local branch.',
  'Sends thank-you letters to donors within a month.',
  'Asks for the project name with every gift.',
] as const
/** Every tenth charity of a register has a profile. */
const profileInterval = 10
const logosOfRegister = 8

type RegisterCharity = { charityId: string; name: string; register: CharityRegister; place: number }

/**
 * Writes charity profiles for each realm: of each register, one charity is rejected, one deleted and one under review. These
 * differ between realms, because one sponsor's decision does not bind another.
 */
export async function writeCharityProfiles(databases: Databases, files: Files): Promise<void> {
  const charities = await readEveryTenth(databases.registrar())
  for (const [position, realm] of realms.entries()) {
    const registers = new Set(
      Object.values(clients).flatMap(client => (client.realm === realm ? client.charityRegisters : [])),
    )
    const own = charities.filter(({ register }) => registers.has(register))
    const profiles = own.map(charity => profileOf(charity, realm, position))
    const logos = new Map(
      await Promise.all(
        [...registers]
          .flatMap(register => withLogo(profiles.filter(profile => profile.register === register)))
          .map(async ({ charity_id: id }) => [id, await storeLogo(files, realm, id)] as const),
      ),
    )
    await writeProfiles(
      databases.realm(realm),
      profiles.map(({ register: _register, ...profile }) => ({
        ...profile,
        logo_name: logos.get(profile.charity_id) ?? null,
      })),
    )
  }
}

async function readEveryTenth(registrar: Pool): Promise<RegisterCharity[]> {
  const { rows } = await registrar.query<RegisterCharity>(
    `select charity_id as "charityId", name, register, place from (
       select charity_id, name, register, (row_number() over (partition by register order by charity_id))::int as place
         from charity) c
     where place % $1 = 0 order by charity_id`,
    [profileInterval],
  )
  return rows.map(row => ({ ...row, place: row.place / profileInterval }))
}

/** Those that a donor meets with everything that a profile can hold (§2.7). */
const withLogo = (profiles: readonly ReturnType<typeof profileOf>[]) =>
  profiles
    .filter(
      profile =>
        profile.website !== null &&
        profile.candid_url !== null &&
        profile.profile_level !== 'NONE' &&
        profile.default_payment_type_code !== null &&
        profile.party_grantee_status === 'Accepted' &&
        profile.party_status === 'Active',
    )
    .slice(0, logosOfRegister)

function profileOf(
  { charityId, name, register, place }: RegisterCharity,
  realm: string,
  realmPosition: number,
) {
  const random = seededRandom(`profile ${realm} ${charityId}`)
  return {
    charity_id: charityId,
    register,
    website: random.chance(0.8) ? `https://www.${hostOf(name)}.example` : null,
    profile_level: random.pick(levels),
    comment: random.chance(0.3) ? random.pick(comments) : null,
    default_payment_type_code: random.chance(0.7) ? eftPaymentTypeCode : null,
    candid_url: random.chance(0.6) ? `https://charity-profiles.example/${charityId.toLowerCase()}` : null,
    ...statusAt(place - realmPosition * positionsPerRealm),
  }
}

type WrittenProfile = Omit<ReturnType<typeof profileOf>, 'register'> & { logo_name: string | null }

async function writeProfiles(realmDb: Kysely<DB>, profiles: readonly WrittenProfile[]): Promise<void> {
  await sql`
    insert into charity_profile (charity_id, website, candid_url, logo_name, profile_level, comment, party_status, party_grantee_status,
      changed_by)
    select p.*, 'the demonstration' from jsonb_to_recordset(${JSON.stringify(profiles)}::jsonb) as p (charity_id text,
      website text, candid_url text, logo_name text, profile_level text, comment text, party_status text,
      party_grantee_status text)`.execute(realmDb)
  await writeConfirmedPayees(
    realmDb,
    profiles.flatMap(({ charity_id: charityId, default_payment_type_code: paymentTypeCode }) =>
      paymentTypeCode === null ? [] : [{ charityId, paymentTypeCode }],
    ),
  )
}

/** The distance between the charities on which two realms have decided. */
const positionsPerRealm = 8

/** The status of the charity at this position of its register, counted from the realm's first. */
function statusAt(place: number): { party_status: string; party_grantee_status: string } {
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
