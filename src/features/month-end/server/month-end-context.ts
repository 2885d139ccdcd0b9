import type { Actor } from '../../../server/auth/actor.ts'
import type { BaseContext } from '../../../server/http/request-context.ts'

export type MonthEndContext = BaseContext & { actor: Actor }
