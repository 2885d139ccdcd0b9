import { randomUUID } from 'node:crypto'
import type { AssignableRole } from '../features/account-details/domain/relationship-changes.ts'
import {
  addRelationship,
  changeRole,
  confirmRequest,
  declineRequest,
  getPeopleChanges,
  withdrawRequest,
} from '../features/account-details/relationship-requests.contract.ts'
import { endRelationship, listRelationships } from '../features/account-details/relationships.contract.ts'
import type { TestApp, TestSession } from './app.ts'
import type { MadeFund } from './factories/make-fund.ts'
import { jobsDone } from './mailbox.ts'

const command = <A>(attributes: A) => ({ data: { type: 'command' as const, attributes } })

/** A person who does not exist in the realm. */
export const somebody = () => ({
  firstName: 'Ada',
  lastName: 'Finch',
  email: `ada.${randomUUID().slice(0, 8)}@people.example`,
})

/** The requests of tests about an account's people. Without a session, the fund's donor makes them. */
export function peopleCalls(portal: TestApp) {
  const of = ({ fundId }: MadeFund, relationshipId: string) => ({ params: { fundId, relationshipId } })
  const changesOf = async (fund: MadeFund, as: TestSession = fund.donor.session) =>
    (await portal.call(getPeopleChanges, { params: { fundId: fund.fundId } }, { as })).reply
  const people = async ({ fundId, donor }: MadeFund) =>
    (
      await portal.call(
        listRelationships,
        { params: { fundId }, query: { first: 100 } },
        { as: donor.session },
      )
    ).reply.data
  return {
    add: (
      fund: MadeFund,
      accountRoleCode: AssignableRole,
      person: ReturnType<typeof somebody>,
      as: TestSession = fund.donor.session,
    ) =>
      portal.call(
        addRelationship,
        { params: { fundId: fund.fundId }, body: command({ accountRoleCode, ...person }) },
        { as },
      ),
    end: (fund: MadeFund, relationshipId: string, as: TestSession = fund.donor.session) =>
      portal.call(endRelationship, { ...of(fund, relationshipId), body: command({}) }, { as }),
    changeRole: (
      fund: MadeFund,
      relationshipId: string,
      accountRoleCode: AssignableRole,
      as: TestSession = fund.donor.session,
    ) => portal.call(changeRole, { ...of(fund, relationshipId), body: command({ accountRoleCode }) }, { as }),
    confirm: (requestId: string, as: TestSession) =>
      portal.call(confirmRequest, { params: { requestId }, body: command({}) }, { as }),
    decline: (requestId: string, message: string, as: TestSession) =>
      portal.call(declineRequest, { params: { requestId }, body: command({ message }) }, { as }),
    withdraw: (fund: MadeFund, requestId: string, as: TestSession = fund.donor.session) =>
      portal.call(withdrawRequest, { params: { fundId: fund.fundId, requestId }, body: command({}) }, { as }),
    changesOf,
    people,
    /** The account's only pending request. */
    onlyRequest: async (fund: MadeFund) => (await changesOf(fund)).requests[0]?.requestId ?? '',
    /** The relationship of the account's only person in this role. */
    idOf: async (fund: MadeFund, role: AssignableRole) =>
      (await people(fund)).find(row => row.accountRoleCode === role)?.relationshipId ?? '',
    /** The mails about accounts to this address, oldest first. */
    mailsTo: async (address: string) => {
      await jobsDone(portal)
      const { rows } = await portal.database.admin.query<{ subject: string; body: string }>(
        'select subject, body from outgoing_mail where to_address = $1 order by created_at, mail_id',
        [address],
      )
      return rows
    },
  }
}
