import { randomUUID } from 'node:crypto'
import type { HandlerInput } from '../../../../contract/endpoint.ts'
import { countAttempt } from '../../../../server/auth/rate-limit.ts'
import type { BaseContext } from '../../../../server/http/request-context.ts'
import { requireSameOrigin } from '../../../../server/http/require-same-origin.ts'
import { addJob } from '../../../../server/jobs/add-job.ts'
import { asSsoId } from '../../server/create-user.ts'
import type { requestPasswordLink, requestUserIds } from '../password.contract.ts'
import { mailPasswordLink } from './mail-password-link.ts'
import { mailUserIds } from './mail-user-ids.ts'
import { requirePasswordLogin } from './new-password.ts'

/**
 * Both requests only add a job. The job looks the person up, so neither the answer nor its timing reveals whether one exists.
 */
export async function acceptPasswordReminder(
  { body }: HandlerInput<typeof requestPasswordLink>,
  context: BaseContext,
): Promise<Record<never, never>> {
  const userId = asSsoId(body.userId)
  const { realmDb, mailRequest } = await admitRequest(context, `password-link ${userId}`, `password-link`)
  await addJob(realmDb, mailPasswordLink, { ...mailRequest, userId })
  return {}
}

export async function acceptUserIdReminder(
  { body }: HandlerInput<typeof requestUserIds>,
  context: BaseContext,
): Promise<Record<never, never>> {
  const email = body.email.toLowerCase()
  const { realmDb, mailRequest } = await admitRequest(context, `user-ids ${email}`, 'user-ids')
  await addJob(realmDb, mailUserIds, { ...mailRequest, email })
  return {}
}

/** Has its own rate limit, so that requests for mails do not block a login. */
async function admitRequest(context: BaseContext, user: string, kind: string) {
  requireSameOrigin(context)
  requirePasswordLogin(context)
  const { client, realmDb, identity, clock, request } = context
  const now = clock.now()
  const subjects = { user, address: `${kind} ${request.ip}` }
  await countAttempt(realmDb, identity.secret, subjects, now, 'requests for a message')
  const mailRequest = {
    client: client.name,
    requestId: randomUUID(),
    requestedAt: now.toISOString(),
    address: request.ip,
  }
  return { realmDb, mailRequest }
}
