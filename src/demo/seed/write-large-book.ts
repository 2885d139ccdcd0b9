import { randomUUIDv7 } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Client } from '../../clients/client.ts'
import { addDays, dateOf, type IsoDate } from '../../domain/dates.ts'
import { minorPerUnit } from '../../domain/money.ts'
import type { Entry } from '../../features/ledger/domain/entry.ts'
import { contributionPostings } from '../../features/ledger/domain/postings.ts'
import { postEntries } from '../../features/ledger/server/post-entry.ts'
import type { DB } from '../../server/db/schema.ts'
import { roundedDown } from '../funds/round-amounts.ts'
import type { DemoUserIds } from '../people/demo-users.ts'
import { nameSource } from '../people/names.ts'
import { seededRandom } from '../random.ts'
import {
  type AccountRows,
  countAccounts,
  discardPlans,
  findPartyOfUser,
  insertAccounts,
} from './write-large-book.queries.ts'

/** The realm in which the demonstration shows what many accounts look like. */
export const largeRealm = 'ubs'
export const largeBookAccounts = 5_000
export const advisedAccounts = 1_000

const accountsAtOnce = 250
const oldestDays = 20 * 365
const closedShare = 0.04

type LargeBook = { client: Client; userIds: DemoUserIds; now: Date }
type NewAccount = { rows: AccountRows; entry: Entry | null }

/**
 * Adds accounts to a book until it has `largeBookAccounts`, of which the user `advisor` advises `advisedAccounts`: each with a
 * donor, the service team and one contribution. Fast rather than rich, because it is part of the first start.
 */
export async function writeLargeBook(db: Kysely<DB>, { client, userIds, now }: LargeBook): Promise<number> {
  const advisor = await findPartyOfUser(db, userIds.advisor)
  const service = await findPartyOfUser(db, userIds.service)
  const soFar = await countAccounts(db, advisor)
  const missing = Math.max(0, largeBookAccounts - soFar.accounts)
  const plan = accountPlanner(client, {
    today: dateOf(now, client.timeZone),
    afterFundId: soFar.highestFundId,
  })
  await db.connection().execute(async connection => {
    for (let written = 0; written < missing; written += accountsAtOnce) {
      const made = Array.from({ length: Math.min(accountsAtOnce, missing - written) }, (_, index) => {
        const isAdvised = soFar.advised + written + index < advisedAccounts
        return plan({ service, advisor: isAdvised ? advisor : null })
      })
      await connection.transaction().execute(trx => insertMade(trx, made))
      await discardPlans(connection)
    }
  })
  return missing
}

async function insertMade(trx: Kysely<DB>, made: readonly NewAccount[]): Promise<void> {
  await insertAccounts(trx, {
    accounts: made.flatMap(each => each.rows.accounts),
    parties: made.flatMap(each => each.rows.parties),
    relationships: made.flatMap(each => each.rows.relationships),
  })
  await postEntries(
    trx,
    made.flatMap(each => each.entry ?? []),
  )
}

/** Plans one account after the other. */
function accountPlanner(
  { book }: Client,
  { today, afterFundId }: { today: IsoDate; afterFundId: number },
): (people: { service: string; advisor: string | null }) => NewAccount {
  const random = seededRandom(`${book.name} large`)
  const names = nameSource(random)
  let fundId = afterFundId
  return ({ service, advisor }) => {
    fundId += random.integer(1, 40)
    const donor = names.person()
    const [accountId, partyId] = [randomUUIDv7(), randomUUIDv7()]
    const ageDays = random.integer(1, oldestDays)
    const openedOn = addDays(today, -ageDays)
    const isClosed = random.chance(closedShare)
    const family = random.chance(0.6)
    const account = {
      account_id: accountId,
      fund_id: BigInt(fundId),
      account_name: family
        ? `The ${donor.firstName} ${donor.lastName} Fund`
        : `The ${donor.lastName} ${names.place()} Fund`,
      account_status: isClosed ? ('Closed' as const) : ('Active' as const),
      donor_name: `${donor.firstName} ${donor.lastName}`,
      entered_on: openedOn,
      opened_on: openedOn,
      closed_on: isClosed ? addDays(today, -random.integer(0, ageDays)) : null,
    }
    const relate = (party_id: string, account_role_code: 'donor' | 'service_team' | 'primary_advisor') => ({
      account_id: accountId,
      party_id,
      account_role_code,
      since: openedOn,
      ...(party_id === partyId
        ? { contact_sharing: 'not-asked' as const, contact_decided_at: null }
        : { contact_sharing: 'accepted' as const, contact_decided_at: new Date(`${openedOn}T15:00:00Z`) }),
    })
    const amountMinor = roundedDown(BigInt(random.integer(1_000, 400_000)) * minorPerUnit)
    return {
      rows: {
        accounts: [account],
        parties: [
          {
            party_id: partyId,
            name: account.donor_name,
            first_name: donor.firstName,
            last_name: donor.lastName,
          },
        ],
        relationships: [
          relate(partyId, 'donor'),
          relate(service, 'service_team'),
          ...(advisor === null ? [] : [relate(advisor, 'primary_advisor')]),
        ],
      },
      entry: isClosed ? null : firstContribution(accountId, book, openedOn, amountMinor),
    }
  }
}

const firstContribution = (
  accountId: string,
  { currency }: Client['book'],
  effectiveDate: IsoDate,
  amountMinor: bigint,
): Entry => ({
  kind: 'contribution_cash',
  currency,
  effectiveDate,
  postings: contributionPostings(accountId, amountMinor, 'spendable'),
  actorUserId: null,
  onBehalfOfUserId: null,
})
