import type { Reply } from '../../../../contract/endpoint.ts'
import { bankingDayAfter } from '../../../../domain/bank-holidays.ts'
import { addDays, dateOf, type IsoDate } from '../../../../domain/dates.ts'
import type { ContextOf } from '../../../../server/http/request-context.ts'
import { calendarOf } from '../../schedules/server/run-occurrence.ts'
import type * as contract from '../staff-grants.contract.ts'
import { countDue } from './due.queries.ts'

type Client = ContextOf<typeof contract.countDueGrants>['client']

/** The last day of which the nth banking day after is on or before this one: what began by then is due by now. */
function lastStart(by: IsoDate, nth: number, client: Client): IsoDate {
  let day = addDays(by, -nth)
  while (bankingDayAfter(day, nth, calendarOf(client)) > by) day = addDays(day, -1)
  return day
}

/** How many grants staff have to decide or pay today, and how many are late, by the days of `staffDueOn`. */
export async function countDueGrants(
  _input: unknown,
  { db, client, clock }: Pick<ContextOf<typeof contract.countDueGrants>, 'db' | 'client' | 'clock'>,
): Promise<Reply<typeof contract.countDueGrants>> {
  const { timeZone, grantDays } = client
  const today = dateOf(clock.now(), timeZone)
  const startsBy = (day: IsoDate) => ({
    decision: lastStart(day, grantDays.decision, client),
    payment: lastStart(day, grantDays.payment, client),
  })
  return {
    data: await countDue(db, { timeZone, due: startsBy(today), late: startsBy(addDays(today, -1)) }),
  }
}
