import { fieldProblem } from '../../../contract/problems.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import type * as contract from '../advisor-dashboard.contract.ts'

export type Context = ContextOf<typeof contract.createHousehold>

export const sameName = () => fieldProblem('name', 'You already have a household with this name')
