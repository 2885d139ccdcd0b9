import type { Kysely } from 'kysely'
import type { Reply } from '../../../contract/endpoint.ts'
import { listStaffWith } from '../../../server/auth/staff-with.queries.ts'
import type { DB } from '../../../server/db/schema.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import type * as contract from '../grants.contract.ts'
import { listDonors } from './advice.queries.ts'

type Context = ContextOf<typeof contract.listAdvisingDonors>

/** The donors whom staff may name, and who of their colleagues may then approve and pay the grant. */
export async function listAdvisingDonors(
  _input: unknown,
  { db, realmDb, account, actor }: Context,
): Promise<Reply<typeof contract.listAdvisingDonors>> {
  const donors = await listDonors(db, account.accountId)
  return {
    data: donors.map(({ party_id: donorId, name }) => ({ donorId, name })),
    colleagues: actor.actions.has('SUPER_DASHBOARD_VIEW') ? await colleaguesOf(realmDb, actor.userId) : null,
  }
}

/** Nobody approves or pays what they entered (§14). */
async function colleaguesOf(realmDb: Kysely<DB>, userId: string) {
  const others = async (permission: 'GRANT_APPROVE' | 'GRANT_PAY') =>
    (await listStaffWith(realmDb, permission)).filter(each => each.user_id !== userId).map(({ name }) => name)
  return { approve: await others('GRANT_APPROVE'), pay: await others('GRANT_PAY') }
}
