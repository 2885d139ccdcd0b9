import { randomUUID } from 'node:crypto'
import { insertRequest } from '../../features/account-details/server/relationship-requests.queries.ts'
import type { Databases } from '../../server/db/pools.ts'
import type { MadeFund } from './make-fund.ts'

/** A pending request of the fund's donor to add a new joint donor. Returns its id. */
export async function makeRelationshipRequest(
  databases: Databases,
  { book, accountId, donor }: Pick<MadeFund, 'book' | 'accountId' | 'donor'>,
): Promise<string> {
  const { userId, firstName, lastName } = donor.user
  const requestId = await insertRequest(databases.book(book), {
    kind: 'add',
    accountRoleCode: 'joint_donor',
    firstName: 'Ada',
    lastName: 'Finch',
    email: `${randomUUID()}@people.example`,
    accountId,
    requestedBy: { userId, name: `${firstName} ${lastName}`, side: 'fund' },
    at: new Date('2026-01-05T12:00:00Z'),
  })
  if (requestId === null) throw new Error('the request exists already')
  return requestId
}
