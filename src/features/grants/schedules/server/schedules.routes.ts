import type { Endpoint, Reply } from '../../../../contract/endpoint.ts'
import type { ContextOf } from '../../../../server/http/request-context.ts'
import { type Route, route } from '../../../../server/http/route.ts'
import { findAvailable } from '../../../ledger/server/balance.queries.ts'
import { scheduleSettings } from '../../server/request-settings.ts'
import * as contract from '../schedules.contract.ts'
import { certifySchedule, changeSchedule, makeSchedule } from './change-schedule.ts'
import { recommendUncertified, recommendWaiting, skipOccurrence } from './occurrences.ts'
import { dueGrants, scheduleDetails, schedulesOf } from './schedule-response.ts'
import { termsFrom } from './schedule-terms.ts'
import { setScheduleState } from './set-schedule-state.ts'

type AccountContext = ContextOf<Endpoint & { path: '/api/{fundId}'; access: 'GRANT_VIEW' }>

const detailsOf = (
  context: AccountContext,
  scheduleId: string,
): Promise<Reply<typeof contract.getSchedule>> =>
  scheduleDetails(context.db, context.account.accountId, scheduleId, context)

/** A route that pauses, resumes or stops. */
const setsState = (
  endpoint: typeof contract.pauseSchedule | typeof contract.resumeSchedule | typeof contract.stopSchedule,
  state: 'active' | 'paused' | 'stopped',
): Route =>
  route(endpoint, async ({ params: { scheduleId }, body }, context) => {
    const { revision } = body.data.attributes
    const edited = { scheduleId, revision, state }
    await setScheduleState(context.db, context.account.accountId, edited, scheduleSettings(context))
    return await detailsOf(context, scheduleId)
  })

export const schedulesRoutes: readonly Route[] = [
  route(contract.listSchedules, async (_input, context) => {
    const { db, account } = context
    const [{ data, due }, availableMinor] = await Promise.all([
      schedulesOf(db, account.accountId, context),
      findAvailable(db, account.accountId),
    ])
    return { data, meta: { due, availableMinor } }
  }),
  route(contract.getDueGrants, async (_input, context) =>
    dueGrants(context.db, context.account.accountId, context),
  ),
  route(contract.getSchedule, async ({ params }, context) => detailsOf(context, params.scheduleId)),
  route(contract.makeSchedule, async ({ body }, context) => {
    const { db, account, idempotencyKey } = context
    const terms = { ...termsFrom(body.data.attributes), idempotencyKey }
    const scheduleId = await makeSchedule(db, account.accountId, terms, scheduleSettings(context))
    return await detailsOf(context, scheduleId)
  }),
  route(contract.changeSchedule, async ({ params: { scheduleId }, body }, context) => {
    const terms = { ...termsFrom(body.data.attributes), scheduleId }
    await changeSchedule(context.db, context.account.accountId, terms, scheduleSettings(context))
    return await detailsOf(context, scheduleId)
  }),
  route(contract.certifySchedule, async ({ params: { scheduleId }, body }, context) => {
    const settings = scheduleSettings(context)
    const edited = { ...body.data.attributes, scheduleId }
    await certifySchedule(context.db, context.account.accountId, edited, settings, recommendUncertified)
    return await detailsOf(context, scheduleId)
  }),
  setsState(contract.pauseSchedule, 'paused'),
  setsState(contract.resumeSchedule, 'active'),
  setsState(contract.stopSchedule, 'stopped'),
  route(contract.skipOccurrence, async ({ params: { scheduleId }, body }, context) => {
    const date = { scheduleId, number: body.data.attributes.number }
    await skipOccurrence(context.db, context.account.accountId, date, scheduleSettings(context))
    return await detailsOf(context, scheduleId)
  }),
  route(contract.recommendOccurrence, async ({ params: { scheduleId }, body }, context) => {
    const correction = { ...body.data.attributes, scheduleId }
    await recommendWaiting(context.db, context.account.accountId, correction, scheduleSettings(context))
    return await detailsOf(context, scheduleId)
  }),
]
