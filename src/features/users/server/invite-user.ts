import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { fieldProblem } from '../../../contract/problems.ts'
import { violates } from '../../../server/db/violates.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { addJob } from '../../../server/jobs/add-job.ts'
import { createUser } from '../../identity/server/create-user.ts'
import type * as contract from '../users.contract.ts'
import { lockPersonFor } from './find-operator.ts'
import { inviteStaff } from './invite-staff.ts'
import { recordByOperator } from './operator.ts'
import { operatorOfRequest, orRefused } from './operator-of-request.ts'

/** Adds a member of staff, who has no right yet, and mails them how to log in. Throws `access-denied`, `validation` for a user ID that is taken. */
export async function inviteUser(
  { body }: HandlerInput<typeof contract.inviteUser>,
  context: ContextOf<typeof contract.inviteUser>,
): Promise<Reply<typeof contract.inviteUser>> {
  const { realmDb, client, clock } = context
  const { firstName, lastName, email, userId } = body.data.attributes
  const now = clock.now()
  const operator = operatorOfRequest(context)
  const personId = await orRefused(() =>
    realmDb.transaction().execute(async trx => {
      await lockPersonFor(trx, operator, operator.userId, now)
      const createdId = await createUser(trx, {
        ...{ ssoId: userId === '' ? email : userId, email, firstName, lastName },
        ...{ password: null, hasAccess: true },
      })
      await recordByOperator(trx, operator, {
        kind: 'user-invited',
        userId: createdId,
        at: now,
        detail: { before: 'none', after: 'access without rights' },
      })
      await addJob(trx, inviteStaff, { userId: createdId, client: client.name })
      return createdId
    }),
  ).catch((error: unknown) => {
    if (violates(error, 'app_user_realm_sso_id_key'))
      throw fieldProblem(userId === '' ? 'email' : 'userId', 'Somebody has this user ID already')
    throw error
  })
  return { personId }
}
