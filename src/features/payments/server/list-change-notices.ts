import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import type * as contract from '../change-notices.contract.ts'
import { countOpenNotices, listDecidedNotices, listOpenNotices } from './change-notices.queries.ts'
import { response } from './change-notices.ts'
import type { PaymentContext } from './payment-context.ts'

const shownDecided = 20

/** The notices that wait for a person, oldest first, then the latest that were decided. */
export async function listChangeNotices(
  { query: { first } }: HandlerInput<typeof contract.listChangeNotices>,
  { db }: PaymentContext,
): Promise<Reply<typeof contract.listChangeNotices>> {
  const [open, decided, total] = await Promise.all([
    listOpenNotices(db, first),
    listDecidedNotices(db, Math.min(first, shownDecided)),
    countOpenNotices(db),
  ])
  return { data: [...open, ...decided].map(response), meta: { open: total } }
}
