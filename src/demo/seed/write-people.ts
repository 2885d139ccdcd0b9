import { randomUUIDv7 } from 'node:crypto'
import type { Insertable, Kysely } from 'kysely'
import type { AccountRole } from '../../domain/account-roles.ts'
import { dayMs } from '../../domain/durations.ts'
import { insertChanges } from '../../server/changes/changes.queries.ts'
import type { AccountRelationship, DB, Party } from '../../server/db/schema.ts'
import type { CountrySettings } from '../demo-client.ts'
import type { FundPlan } from '../funds/fund-plan.ts'
import { type DemoUser, type DemoUserIds, demoEmail, demoName, demoPeople } from '../people/demo-users.ts'
import type { PersonName } from '../people/names.ts'
import type { Random } from '../random.ts'

/** The parties of a book that are related to several funds. */
type SharedParties = {
  ofUser: Readonly<Partial<Record<DemoUser, string>>>
  /** Advisors who cannot sign in. */
  advisors: readonly string[]
}

const usersWithParty = ['donor', 'joint', 'viewer', 'advisor', 'banker', 'service'] as const

/** Writes the parties of the demonstration's users, and of some advisors who cannot sign in. */
export async function writeSharedParties(
  db: Kysely<DB>,
  about: {
    realm: string
    userIds: DemoUserIds
    country: CountrySettings
    advisors: readonly PersonName[]
    random: Random
  },
): Promise<SharedParties> {
  const { realm, userIds, country, advisors, random } = about
  const users = usersWithParty.map(user => ({
    ...partyRow(demoPeople[user], country, random),
    name: demoName(user),
    user_id: userIds[user],
    email: demoEmail(user, realm),
  }))
  const others = advisors.map(advisor => partyRow(advisor, country, random))
  await db
    .insertInto('party')
    .values([...users, ...others])
    .execute()
  return {
    ofUser: Object.fromEntries(usersWithParty.map((user, index) => [user, users[index]?.party_id])),
    advisors: others.map(({ party_id }) => party_id),
  }
}

/** Writes the relationships of a fund. Its `position` in the book decides which shared parties it gets. */
export async function writeRelationships(
  trx: Kysely<DB>,
  plan: FundPlan,
  about: {
    position: number
    funds: number
    shared: SharedParties
    country: CountrySettings
    random: Random
    realm: string
    donorId: string
    now: Date
  },
): Promise<void> {
  const { shared, country, random } = about
  const parties: (Insertable<Party> & { party_id: string })[] = []
  const relationships: Insertable<AccountRelationship>[] = []
  const withLogin = new Set(Object.values(shared.ofUser))
  const relate = (role: AccountRole, partyId: string | undefined) => {
    if (partyId === undefined) return
    relationships.push({
      account_id: plan.accountId,
      party_id: partyId,
      account_role_code: role,
      since: plan.openedOn,
      ...(withLogin.has(partyId)
        ? { contact_sharing: 'accepted', contact_decided_at: new Date(`${plan.openedOn}T15:00:00Z`) }
        : { contact_sharing: 'not-asked', contact_decided_at: null }),
    })
  }
  const newParty = (name: PersonName): string => {
    const row = partyRow(name, country, random)
    parties.push(row)
    return row.party_id
  }
  const [donor, ...joints] = plan.donors
  relate('donor', plan.donorFund === null ? newParty(donor) : shared.ofUser.donor)
  for (const joint of joints)
    relate('joint_donor', plan.donorFund === null ? newParty(joint) : shared.ofUser.joint)
  if (plan.donorFund === 'main' || plan.donorFund === 'second') relate('viewer', shared.ofUser.viewer)
  if (plan.successor) relate('successor', newParty(plan.successor))
  for (const [role, partyId] of staffOf(about)) relate(role, partyId)
  if (parties.length > 0) await trx.insertInto('party').values(parties).execute()
  await trx.insertInto('account_relationship').values(relationships).execute()
  if (plan.donorFund === 'second') await writeWaitingViewer(trx, plan, about)
}

/** The donor added the interested party of the second fund yesterday; they have not decided yet whether to share their contact. */
async function writeWaitingViewer(
  trx: Kysely<DB>,
  { accountId }: FundPlan,
  { shared, realm, donorId, now }: { shared: SharedParties; realm: string; donorId: string; now: Date },
): Promise<void> {
  const { firstName, lastName } = demoPeople.viewer
  const { relationship_id: relationshipId } = await trx
    .updateTable('account_relationship')
    .set({
      contact_sharing: 'waiting',
      contact_decided_at: null,
      entered_first_name: firstName,
      entered_last_name: lastName,
      entered_email: demoEmail('viewer', realm),
    })
    .where('account_id', '=', accountId)
    .where('account_role_code', '=', 'viewer')
    .where('party_id', '=', shared.ofUser.viewer ?? '')
    .returning('relationship_id')
    .executeTakeFirstOrThrow()
  await insertChanges(trx, [
    {
      account_id: accountId,
      subject: 'relationship',
      subject_id: relationshipId,
      revision: 1,
      kind: 'relationship-added',
      before: { name: demoName('viewer'), accountRoleCode: null, requestedBy: null },
      after: { name: demoName('viewer'), accountRoleCode: 'viewer', requestedBy: null },
      actor_user_id: donorId,
      actor_name: demoName('donor'),
      actor_side: 'fund',
      at: new Date(now.getTime() - dayMs),
    },
  ])
}

const advisedShare = 40 / 150
const bankedShare = 60 / 150

/**
 * The service team is related to every fund, the banker to the first 60 of 150, the advisor to the first 40 of 150. Of the
 * other funds every second one has another advisor.
 */
function staffOf(about: {
  position: number
  funds: number
  shared: SharedParties
}): (readonly [AccountRole, string | undefined])[] {
  const { position, funds, shared } = about
  const { advisor, banker, service } = shared.ofUser
  const relationships: (readonly [AccountRole, string | undefined])[] = [['service_team', service]]
  if (position < Math.round(funds * advisedShare)) relationships.push(['primary_advisor', advisor])
  else if (position % 2 === 0)
    relationships.push(['primary_advisor', shared.advisors[position % shared.advisors.length]])
  if (position < Math.round(funds * bankedShare)) relationships.push(['banker', banker])
  return relationships
}

function partyRow(
  { firstName, lastName }: PersonName,
  country: CountrySettings,
  random: Random,
): Insertable<Party> & { party_id: string } {
  const [city, state, postalCode] = random.pick(country.towns)
  return {
    party_id: randomUUIDv7(),
    name: `${firstName} ${lastName}`,
    first_name: firstName,
    last_name: lastName,
    email: `${firstName}.${lastName}@people.example`.toLowerCase(),
    address_line1: `${random.integer(2, 240)} ${random.pick(country.streets)}`,
    city,
    state,
    postal_code: postalCode,
    country: country.countryCode,
  }
}
