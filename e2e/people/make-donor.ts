import { makeAccount } from '../../src/testing/factories/make-account.ts'
import { makeCharity } from '../../src/testing/factories/make-charity.ts'
import { makeContribution } from '../../src/testing/factories/make-contribution.ts'
import { makeRelationship } from '../../src/testing/factories/make-relationship.ts'
import type { ClientName } from '../fixtures.ts'
import { inDatabase, type MadePerson, makePerson } from './make-person.ts'

export type MadeDonor = MadePerson & { charityId: string; fundId: number }

/** Creates a donor, a fund that covers the largest grants, and a charity, all used by no other test. */
export async function makeDonor(client: ClientName): Promise<MadeDonor> {
  const person = await makePerson(client, { roles: [] })
  let charityId = ''
  let fundId = 0
  await inDatabase(async databases => {
    const { user_id: userId } = await databases
      .realm(client)
      .selectFrom('app_user')
      .select('user_id')
      .where('sso_id', '=', person.userId)
      .executeTakeFirstOrThrow()
    const account = await makeAccount(databases, { book: client })
    const user = {
      realm: client,
      userId,
      ssoId: person.userId,
      email: person.email,
      firstName: 'Ada',
      lastName: 'Winslow',
    }
    await makeRelationship(databases, account, { user })
    await makeContribution(databases, account, 1_000_000_00n)
    fundId = account.fundId
    charityId = (await makeCharity(databases, client === 'npt' ? {} : { register: 'uk' })).charityId
  })
  return { ...person, charityId, fundId }
}
