import { randomUUIDv7 } from 'node:crypto'
import type { Insertable, Kysely } from 'kysely'
import type { AccountRole } from '../../clients/client.ts'
import type { AccountRelationship, DB, Party } from '../../server/db/schema.ts'
import type { ClientSettings } from '../demo-client.ts'
import type { FundPlan } from '../funds/fund-plan.ts'
import { type DemoUser, type DemoUserIds, demoEmail, demoName, demoPeople } from '../people/demo-users.ts'
import type { PersonName } from '../people/names.ts'
import type { Draws } from '../random.ts'

/** The parties of a book whom more than one fund knows. */
export type KnownParties = {
  ofUser: Readonly<Partial<Record<DemoUser, string>>>
  /** Advisors who cannot sign in. */
  advisors: readonly string[]
}

const usersWithParty = ['donor', 'joint', 'viewer', 'advisor', 'banker', 'service'] as const

/** Writes the parties of the people whom one can sign in as, and of some advisors who cannot. */
export async function writeKnownParties(
  db: Kysely<DB>,
  about: {
    realm: string
    userIds: DemoUserIds
    clientSettings: ClientSettings
    advisors: readonly PersonName[]
    draws: Draws
  },
): Promise<KnownParties> {
  const { realm, userIds, clientSettings, advisors, draws } = about
  const users = usersWithParty.map(user => ({
    ...partyRow(demoPeople[user], clientSettings, draws),
    name: demoName(user),
    user_id: userIds[user],
    email: demoEmail(user, realm),
  }))
  const others = advisors.map(advisor => partyRow(advisor, clientSettings, draws))
  await db
    .insertInto('party')
    .values([...users, ...others])
    .execute()
  return {
    ofUser: Object.fromEntries(usersWithParty.map((user, index) => [user, users[index]?.party_id])),
    advisors: others.map(({ party_id }) => party_id),
  }
}

/** Writes everybody who stands in a relation to a fund. `place` is its number in the book, which decides whose it is. */
export async function writeRelationships(
  trx: Kysely<DB>,
  plan: FundPlan,
  about: { place: number; funds: number; known: KnownParties; clientSettings: ClientSettings; draws: Draws },
): Promise<void> {
  const { known, clientSettings, draws } = about
  const parties: (Insertable<Party> & { party_id: string })[] = []
  const relationships: Insertable<AccountRelationship>[] = []
  const relate = (role: AccountRole, partyId: string | undefined) => {
    if (partyId === undefined) return
    relationships.push({
      account_id: plan.accountId,
      party_id: partyId,
      account_role_code: role,
      since: plan.openedOn,
    })
  }
  const newParty = (name: PersonName): string => {
    const row = partyRow(name, clientSettings, draws)
    parties.push(row)
    return row.party_id
  }
  const [donor, ...joints] = plan.donors
  relate('donor', plan.ofDonor === null ? newParty(donor) : known.ofUser.donor)
  for (const joint of joints)
    relate('joint_donor', plan.ofDonor === null ? newParty(joint) : known.ofUser.joint)
  if (plan.ofDonor === 'main' || plan.ofDonor === 'second') relate('viewer', known.ofUser.viewer)
  if (plan.successor) relate('successor', newParty(plan.successor))
  for (const [role, partyId] of staffOf(about)) relate(role, partyId)
  if (parties.length > 0) await trx.insertInto('party').values(parties).execute()
  await trx.insertInto('account_relationship').values(relationships).execute()
}

const advisedShare = 40 / 150
const bankedShare = 60 / 150

/** The service team knows every fund, the banker two of five, the advisor the first quarter; others advise the next. */
function staffOf(about: {
  place: number
  funds: number
  known: KnownParties
}): (readonly [AccountRole, string | undefined])[] {
  const { place, funds, known } = about
  const { advisor, banker, service } = known.ofUser
  const found: (readonly [AccountRole, string | undefined])[] = [['service_team', service]]
  if (place < Math.round(funds * advisedShare)) found.push(['primary_advisor', advisor])
  else if (place % 2 === 0) found.push(['primary_advisor', known.advisors[place % known.advisors.length]])
  if (place < Math.round(funds * bankedShare)) found.push(['banker', banker])
  return found
}

function partyRow(
  { firstName, lastName }: PersonName,
  clientSettings: ClientSettings,
  draws: Draws,
): Insertable<Party> & { party_id: string } {
  const [city, state, postalCode] = draws.pick(clientSettings.towns)
  return {
    party_id: randomUUIDv7(),
    name: `${firstName} ${lastName}`,
    first_name: firstName,
    last_name: lastName,
    email: `${firstName}.${lastName}@people.example`.toLowerCase(),
    address_line1: `${draws.whole(2, 240)} ${draws.pick(clientSettings.streets)}`,
    city,
    state,
    postal_code: postalCode,
    country: clientSettings.country,
  }
}
