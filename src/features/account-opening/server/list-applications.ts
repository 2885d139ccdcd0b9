import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { dateOf } from '../../../domain/dates.ts'
import type * as contract from '../account-opening.contract.ts'
import { applicationsOf } from './applications.queries.ts'
import { type OpeningContext, preparesApplications, startRoles } from './find-application.ts'
import { donorsOf } from './show-application.ts'

const maxShown = 100

export async function listApplications(
  _input: HandlerInput<typeof contract.listApplications>,
  context: OpeningContext,
): Promise<Reply<typeof contract.listApplications>> {
  const { db, actor, client, clock } = context
  const prepares = await preparesApplications(db, actor)
  const rows = await applicationsOf(db, { userId: actor.userId, prepares, now: clock.now() }, maxShown)
  return {
    data: rows.map(row => ({
      applicationId: row.application_id,
      reference: Number(row.reference),
      accountName: row.draft.account.accountName,
      donors: donorsOf(row.draft),
      state: row.state,
      startedBy: row.started_by_name,
      changedDate: dateOf(row.changed_at, client.timeZone),
      fundId: row.fund_id === null ? null : Number(row.fund_id),
      maySign: row.waits_for_them,
    })),
    startRoles: startRoles(context),
  }
}
