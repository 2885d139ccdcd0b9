import { type DemoUserIds, demoEmail, demoName, makeDemoUsers } from '../../demo/people/demo-users.ts'
import type { Databases } from '../../server/db/pools.ts'
import type { EncryptedFiles } from '../../server/files/encrypted-files.ts'
import { type MadeAccount, makeAccount } from '../factories/make-account.ts'
import { makeCharity } from '../factories/make-charity.ts'
import { makeCharityProfile } from '../factories/make-charity-profile.ts'
import { makeContribution } from '../factories/make-contribution.ts'
import { makeRelationship } from '../factories/make-relationship.ts'
import { fastPasswordHasher } from '../factories/make-user.ts'
import { makeChequeBox } from '../payments/make-cheque-box.ts'
import { makeBankDetails } from '../payments/payment-calls.ts'

export const chaosPassword = 'twelve herons over the marsh'

type ChaosCharity = { charityId: string; name: string }
/** `charities` are paid by transfer, `chequeCharities` by cheques, of which the book has a box. */
export type ChaosData = { funds: MadeAccount[]; charities: ChaosCharity[]; chequeCharities: ChaosCharity[] }

const fundCount = 6
const charityCount = 12
const chequeCharityCount = 3
/** More than a run of an hour writes. */
const chequesOfBox = 10_000

/** The users of npt's realm, funds of its donor with enough money for all rounds, charities that are paid, and a box of cheques. */
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
  const chequeCharities: ChaosCharity[] = []
  for (let made = 0; made < chequeCharityCount; made += 1) {
    const { charityId, name } = await makeCharity(databases)
    chequeCharities.push({ charityId, name })
  }
  await databases
    .book('npt')
    .transaction()
    .execute(async trx => {
      await makeChequeBox(trx, { book: 'npt', count: chequesOfBox })
    })
  return { funds, charities, chequeCharities }
}
