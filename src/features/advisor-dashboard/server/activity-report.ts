import type { ContextOf } from '../../../server/http/request-context.ts'
import type * as contract from '../advisor-dashboard.contract.ts'

export type Context = ContextOf<typeof contract.getActivityReport>
