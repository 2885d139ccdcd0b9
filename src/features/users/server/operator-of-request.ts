import { Problem } from '../../../contract/problems.ts'
import { type Actor, nameOf } from '../../../server/auth/actor.ts'
import type { BaseContext } from '../../../server/http/request-context.ts'
import { type Operator, Refused } from './operator.ts'

export type Context = BaseContext & { actor: Actor }

/** The caller of a command about another person. */
export const operatorOfRequest = ({ actor, request, client }: Context): Operator => ({
  userId: actor.userId,
  name: nameOf(actor),
  via: { kind: 'portal', sessionId: actor.sessionId, address: request.ip, client: client.name },
})

/** Does what a command does, and replies to a refusal with its sentence. */
export async function orRefused<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refused) throw new Problem(error.code, { detail: error.message })
    throw error
  }
}
