import { randomUUID } from 'node:crypto'
import type { TestApp } from '../app.ts'
import type { MadeFund } from '../factories/make-fund.ts'
import { makeRelationship } from '../factories/make-relationship.ts'
import { makeUser } from '../factories/make-user.ts'
import { sharedStreet, unsharedContact } from './texts.ts'

/** Interested parties with a login who keep an address: one accepted the relationship, one did not. */
export async function makeViewersWithContact(portal: TestApp, fund: MadeFund) {
  const viewer = async (contact: 'accepted' | 'waiting', mailbox: string, street: string) => {
    const email = `${mailbox}-${randomUUID().slice(0, 8)}@people.example`
    const user = await makeUser(portal.databases, {
      realm: fund.book,
      email,
      firstName: 'Vera',
      lastName: 'Lund',
    })
    await portal.databases
      .realm(fund.book)
      .insertInto('person_profile')
      .values({
        user_id: user.userId,
        revision: 1,
        ...{ address1: street, city: 'Reading', state: 'PA', postal_code: '19601', country: 'US' },
        ...(contact === 'waiting' ? { phone_country_code: 'US', phone: unsharedContact.phone } : {}),
      })
      .execute()
    return await relationshipOf(portal, fund, { user, role: 'viewer', contact })
  }
  return {
    sharingId: await viewer('accepted', 'disclosed-address', sharedStreet),
    unsharingId: await viewer('waiting', unsharedContact.mailbox, unsharedContact.street),
  }
}

/** Relates a person to the fund. Returns the relationship's id. */
export async function relationshipOf(
  portal: TestApp,
  fund: MadeFund,
  about: Parameters<typeof makeRelationship>[2],
): Promise<string> {
  const partyId = await makeRelationship(portal.databases, fund, about)
  const { relationship_id: relationshipId } = await portal.databases
    .book(fund.book)
    .selectFrom('account_relationship')
    .select('relationship_id')
    .where('party_id', '=', partyId)
    .executeTakeFirstOrThrow()
  return relationshipId
}
