import type { Actor } from '../../../server/auth/actor.ts'
import type { BaseContext } from '../../../server/http/request-context.ts'

export type EntryContext = BaseContext & { actor: Actor }
