import type { PersonDetails } from '../contract/individual.ts'
import { getRelationship, updateContact } from '../features/account-details/relationships.contract.ts'
import type { TestApp, TestSession } from './app.ts'
import type { MadeFund, Person } from './factories/make-fund.ts'
import { makeRelationship } from './factories/make-relationship.ts'

type PersonOfFund = { fund: MadeFund; relationshipId: string; partyId: string }
type Change = {
  as?: TestSession
  details?: Partial<PersonDetails>
  revision?: number
  reason?: string | null
}

/** The requests of tests about a person's contact. Without a session, the fund's donor makes them; `staff` see everyone's contact. */
export function personContactCalls(portal: TestApp, staff: Person) {
  const show = async ({ fund, relationshipId }: PersonOfFund, as: TestSession = fund.donor.session) =>
    (await portal.call(getRelationship, { params: { fundId: fund.fundId, relationshipId } }, { as })).reply
  return {
    show,
    /** A person of the fund, without a login unless `about` names a user. */
    personOf: async (
      fund: MadeFund,
      about: Parameters<typeof makeRelationship>[2] = {},
    ): Promise<PersonOfFund> => {
      const partyId = await makeRelationship(portal.databases, fund, { role: 'viewer', ...about })
      const { relationship_id: relationshipId } = await portal.databases
        .book(fund.book)
        .selectFrom('account_relationship')
        .select('relationship_id')
        .where('party_id', '=', partyId)
        .where('account_id', '=', fund.accountId)
        .executeTakeFirstOrThrow()
      return { fund, relationshipId, partyId }
    },
    save: async (
      id: PersonOfFund,
      { as = id.fund.donor.session, details, revision, reason = null }: Change = {},
    ) => {
      const { contact } = await show(id, staff.session)
      const attributes = {
        details: { ...(contact.details as PersonDetails), ...details },
        revision: revision ?? contact.revision,
        reason,
      }
      return await portal.call(
        updateContact,
        {
          params: { fundId: id.fund.fundId, relationshipId: id.relationshipId },
          body: { data: { type: 'command', attributes } },
        },
        { as },
      )
    },
  }
}
