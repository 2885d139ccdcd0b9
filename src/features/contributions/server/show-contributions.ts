import type { ContextOf } from '../../../server/http/request-context.ts'
import type * as contract from '../contributions.contract.ts'

export type Context = ContextOf<typeof contract.listContributions> &
  Partial<Pick<ContextOf<typeof contract.listAccountContributions>, 'account'>>
