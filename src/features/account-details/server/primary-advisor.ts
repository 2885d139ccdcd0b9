import type { ContextOf } from '../../../server/http/request-context.ts'
import { seesContact } from '../domain/contact-sharing.ts'
import type * as contract from '../primary-advisor.contract.ts'
import type { AdvisorRow } from './primary-advisor.queries.ts'

export type Context = ContextOf<typeof contract.getPrimaryAdvisor>
export const seesAdvisor = (
  { user_id: userId, contact_sharing: sharing }: AdvisorRow,
  { actor }: Context,
): boolean => sharing !== null && seesContact({ userId, sharing, hasEnded: false }, actor)
/**
 * Where the client manages people's details, advisors do not change their own here either (§15). Nobody changes what the advisor does
 * not share.
 */
export const mayEditAdvisor = (row: AdvisorRow, context: Context): boolean =>
  context.actor.actions.has('ACCOUNT_DPA_UPDATE') &&
  context.account.writeAccess &&
  seesAdvisor(row, context) &&
  (context.client.profileUpdates || row.user_id !== context.actor.userId)
