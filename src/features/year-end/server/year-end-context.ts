import type { Actor } from '../../../server/auth/actor.ts'
import type { BaseContext } from '../../../server/http/request-context.ts'

export type YearEndContext = BaseContext & { actor: Actor }
export type YearReader = Pick<YearEndContext, 'db' | 'book' | 'client' | 'today'>
