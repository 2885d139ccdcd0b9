import type { AccountRole } from '../../src/domain/account-roles.ts'
import type { Databases } from '../../src/server/db/pools.ts'
import { makeAccount } from '../../src/testing/factories/make-account.ts'
import { makeCharity } from '../../src/testing/factories/make-charity.ts'
import { makeContribution } from '../../src/testing/factories/make-contribution.ts'
import { makeRelationship } from '../../src/testing/factories/make-relationship.ts'
import type { MadeUser } from '../../src/testing/factories/make-user.ts'
import type { OwnBookClient, PayingClient } from '../fixtures.ts'
import { inDatabase, type MadePerson, makePerson } from './make-person.ts'

export type MadeDonor = MadePerson & {
  charityId: string
  fundId: number
  accountId: string
  accountName: string
}

/** Creates a donor, a fund that covers the largest grants, and a charity, all used by no other test. */
export async function makeDonor(
  client: OwnBookClient,
  about: { contributedOn?: string } = {},
): Promise<MadeDonor> {
  const person = await makePerson(client, { roles: [] })
  let charityId = ''
  let fundId = 0
  let accountId = ''
  let accountName = ''
  await inDatabase(async databases => {
    const account = await makeAccount(databases, { book: client })
    await makeRelationship(databases, account, { user: await userOf(databases, client, person) })
    const { contributedOn } = about
    const on = contributedOn === undefined ? {} : { on: contributedOn }
    await makeContribution(databases, account, 1_000_000_00n, on)
    fundId = account.fundId
    accountId = account.accountId
    accountName = account.accountName
    charityId = (
      await makeCharity(databases, client === 'npt' || client === 'tolleson' ? {} : { register: 'uk' })
    ).charityId
  })
  return { ...person, charityId, fundId, accountId, accountName }
}

/** Creates a donor of the book that pays abroad, whose last name the charity has. */
export async function makeDonorAbroad(): Promise<MadeDonor> {
  const [realm, book] = ['nptuk', 'nptukusd'] as const
  const person = await makePerson(realm, { roles: [] })
  const made = { charityId: '', fundId: 0, accountId: '', accountName: '' }
  await inDatabase(async databases => {
    const account = await makeAccount(databases, { book })
    await makeRelationship(databases, account, { user: await userOf(databases, realm, person) })
    await makeContribution(databases, account, 1_000_000_00n)
    const name = `WINSLOW HARBOR SHELTER ${account.fundId}`
    Object.assign(made, account, { charityId: (await makeCharity(databases, { name })).charityId })
  })
  return { ...person, ...made }
}

/** Creates a donor with an account in each book of npttransatlantic, used by no other test. */
export async function makeDonorOfBothBooks(): Promise<MadePerson> {
  const realm = 'nptuk'
  const person = await makePerson(realm, { roles: [] })
  await inDatabase(async databases => {
    const user = await userOf(databases, realm, person)
    for (const book of [realm, 'nptukusd']) {
      const account = await makeAccount(databases, { book })
      await makeRelationship(databases, account, { user })
    }
  })
  return person
}

/** Creates the primary advisor of the donor's fund. */
export const makeAdvisorOf = (client: PayingClient, donor: MadeDonor): Promise<MadePerson> =>
  makePersonOf(client, donor, 'primary_advisor')

/** Creates a person with a role on the donor's fund. */
export async function makePersonOf(
  client: PayingClient,
  { accountId }: MadeDonor,
  role: AccountRole,
): Promise<MadePerson> {
  const person = await makePerson(client, { roles: [] })
  await inDatabase(async databases => {
    const user = await userOf(databases, client, person)
    await makeRelationship(databases, { book: client, accountId }, { user, role })
  })
  return person
}

/** Creates another account of the donor. Returns its name. */
export async function makeOtherAccount(client: PayingClient, donor: MadeDonor): Promise<string> {
  let accountName = ''
  await inDatabase(async databases => {
    const account = await makeAccount(databases, { book: client })
    await makeRelationship(databases, account, { user: await userOf(databases, client, donor) })
    accountName = account.accountName
  })
  return accountName
}

async function userOf(databases: Databases, client: OwnBookClient, person: MadePerson): Promise<MadeUser> {
  const { user_id: userId } = await databases
    .realm(client)
    .selectFrom('app_user')
    .select('user_id')
    .where('sso_id', '=', person.userId)
    .executeTakeFirstOrThrow()
  const { userId: ssoId, email } = person
  return { realm: client, userId, ssoId, email, firstName: 'Ada', lastName: 'Winslow' }
}
