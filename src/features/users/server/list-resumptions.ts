import type { Reply } from '../../../contract/endpoint.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import type * as contract from '../access.contract.ts'
import { resumptionRefusal } from './resume-person.ts'
import { listOpenResumptions, type WaitingResumptionRow } from './resumptions.queries.ts'

/** The suspended people whom somebody asked to let in, oldest first. */
export async function listResumptions(
  _input: unknown,
  { realmDb }: ContextOf<typeof contract.listResumptions>,
): Promise<Reply<typeof contract.listResumptions>> {
  const rows = await listOpenResumptions(realmDb, 'everyone')
  return {
    data: rows.map(({ user_id: personId, sso_id: userId, person_name: name, ...row }) => ({
      ...{ personId, userId, name, reason: row.reason },
      asked: { name: row.asked_by_name, at: row.asked_at.toISOString() },
    })),
    meta: { total: rows.length },
  }
}

/** A request to let a person in, as somebody reads it who may decide about it or not. */
export const resumptionResponse = (row: WaitingResumptionRow, readerId: string) => ({
  reason: row.reason,
  asked: { name: row.asked_by_name, at: row.asked_at.toISOString() },
  decisionRefusal: resumptionRefusal(row, readerId),
})
