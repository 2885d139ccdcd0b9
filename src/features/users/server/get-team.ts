import type { Reply } from '../../../contract/endpoint.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import type * as contract from '../users.contract.ts'
import { rightsOfStaff } from './staff.queries.ts'
import { countStepsBelow, peopleWho, stepsOf } from './team.ts'

/** Who can do each step for which the client asks for several people. */
export async function getTeam(
  _input: unknown,
  { realmDb, client: { smallestTeam }, clock }: ContextOf<typeof contract.getTeam>,
): Promise<Reply<typeof contract.getTeam>> {
  const staff = await rightsOfStaff(realmDb, clock.now())
  return {
    data: stepsOf(smallestTeam).map(({ action, minimum }) => ({
      ...{ action, minimum },
      people: peopleWho(staff, action),
    })),
    meta: { below: countStepsBelow(staff, smallestTeam) },
  }
}
