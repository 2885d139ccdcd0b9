import { type DemoUserIds, demoEmail, demoName, makeDemoUsers } from '../../demo/people/demo-users.ts'
import type { Databases } from '../../server/db/pools.ts'
import type { EncryptedFiles } from '../../server/files/encrypted-files.ts'
import { type MadeAccount, makeAccount } from '../factories/make-account.ts'
import { makeCharity } from '../factories/make-charity.ts'
import { makeCharityProfile } from '../factories/make-charity-profile.ts'
import { makeContribution } from '../factories/make-contribution.ts'
import { makeRelationship } from '../factories/make-relationship.ts'
import { fastPasswordHasher } from '../factories/make-user.ts'
import { makeBankDetails } from '../payments/payment-calls.ts'

export const chaosPassword = 'twelve herons over the marsh'

export type ChaosData = { funds: MadeAccount[]; charities: { charityId: string; name: string }[] }

const fundCount = 6
const charityCount = 12

/** The users of npt's realm, funds of its donor with enough money for all rounds, and charities that are paid by transfer. */
export async function writeChaosData(
  databases: Databases,
  documentFiles: EncryptedFiles,
): Promise<ChaosData> {
  const users: DemoUserIds = await makeDemoUsers(
    databases.accessAdmin('npt'),
    'npt',
    chaosPassword,
    fastPasswordHasher,
  )
  const email = demoEmail('donor', 'npt')
  const [firstName = '', lastName = ''] = demoName('donor').split(' ')
  const donor = { realm: 'npt', userId: users.donor, ssoId: email, email, firstName, lastName }
  const funds: MadeAccount[] = []
  for (let made = 0; made < fundCount; made += 1) {
    const fund = await makeAccount(databases)
    await makeContribution(databases, fund, 100_000_000_00n)
    await makeRelationship(databases, fund, { user: donor })
    funds.push(fund)
  }
  const charities: ChaosData['charities'] = []
  for (let made = 0; made < charityCount; made += 1) {
    const { charityId, name } = await makeCharity(databases)
    await makeCharityProfile(databases, charityId, { default_payment_type_code: 16 })
    await makeBankDetails({ databases, documentFiles }, charityId, {
      confirmedAt: new Date('2026-01-02T12:00:00Z'),
    })
    charities.push({ charityId, name })
  }
  return { funds, charities }
}
