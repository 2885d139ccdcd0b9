import type { Client } from '../../../clients/client.ts'
import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { fieldProblem } from '../../../contract/problems.ts'
import { addDays, startOfDay } from '../../../domain/dates.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import type * as contract from '../rights.contract.ts'
import type { GivenRight } from '../rights.contract.ts'
import { addRight, type NewRight } from './add-right.ts'
import { booksOfRealm } from './get-right-choices.ts'
import { Refused } from './operator.ts'
import { operatorOfRequest, orRefused } from './operator-of-request.ts'
import { findRightByKey, type RightRecord } from './rights.queries.ts'
import { lockStaff } from './staff.queries.ts'
import { type StaffSets, staffSetsInForce } from './staff-sets.ts'

type Choice = Pick<NewRight, 'role' | 'book' | 'actions' | 'setName'>

/** Gives a person a right, or files it for a second person. Throws `access-denied`, `conflict`, `not-found`, `validation`. */
export async function giveRight(
  { params: { personId }, body }: HandlerInput<typeof contract.giveRight>,
  context: ContextOf<typeof contract.giveRight>,
): Promise<Reply<typeof contract.giveRight>> {
  const { client, clock, accessDb, idempotencyKey } = context
  const { given, from, until, reason } = body.data.attributes
  const now = clock.now()
  const validFrom = from === null || from <= context.today ? null : startOfDay(from, client.timeZone)
  // The last day counts whole.
  const validUntil = until === null ? null : startOfDay(addDays(until, 1), client.timeZone)
  if (validUntil !== null && validUntil <= (validFrom ?? now))
    throw fieldProblem('until', 'Choose a last day that is not before the first')
  const operator = operatorOfRequest(context)
  const row = await orRefused(() =>
    accessDb.transaction().execute(async trx => {
      // A change of a set takes the same lock, so that a right has the permissions from before it or from after it.
      await lockStaff(trx)
      const repeated = await findRightByKey(trx, idempotencyKey)
      const choice =
        choiceOfRepeat(given, repeated) ?? choiceOf(given, client, await staffSetsInForce(trx, client))
      const right = {
        ...{ userId: personId, ...choice, validFrom, validUntil, reason },
        ...({ secondPerson: 'as the actions require', mayBeOwn: false, idempotencyKey } as const),
      }
      return await addRight(trx, operator, right, now)
    }),
  )
  return { rightId: row.right_id, state: row.state }
}

/** What a repeat chose by a set: what the set gave then, also if it was changed or retired since. Null for everything else. */
function choiceOfRepeat(given: GivenRight, repeated: RightRecord | undefined): Choice | null {
  if (!repeated || !('set' in given) || repeated.set_name !== given.set) return null
  const { role_code: role, actions, set_name: setName } = repeated
  return { role, book: null, actions: actions ?? 'all', setName }
}

/** What was chosen, by the sets in force and the client's books. Throws `validation`, `Refused` where the set was changed since it was seen. */
function choiceOf(given: GivenRight, client: Client, sets: StaffSets): Choice {
  if ('set' in given) {
    const set = sets.get(given.set)
    if (!set?.isGiven) throw fieldProblem('given', 'Choose one of the sets')
    if (given.lastChangeId !== undefined && given.lastChangeId !== set.lastChangeId)
      throw new Refused(
        'Someone else changed this set in the meantime. Load the page again and look at it.',
        'conflict',
      )
    return { role: set.role, book: null, actions: set.isWhole ? 'all' : set.actions, setName: given.set }
  }
  const isServiceTeam = given.role === 'service_team'
  if (isServiceTeam !== (given.book !== null))
    throw fieldProblem('book', isServiceTeam ? 'Choose a book' : 'Only the service team has a book')
  if (given.book !== null && !booksOfRealm(client.realm).includes(given.book))
    throw fieldProblem('book', 'Choose one of the books')
  return { role: given.role, book: given.book, actions: given.actions, setName: null }
}
