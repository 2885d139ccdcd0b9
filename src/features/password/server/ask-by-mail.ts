import { randomUUID } from 'node:crypto'
import type { Given } from '../../../contract/endpoint.ts'
import type { BaseContext } from '../../../server/http/request-context.ts'
import { asSsoId } from '../../../server/identity/create-user.ts'
import { countAttempt } from '../../../server/identity/throttle.ts'
import { addJob } from '../../../server/jobs/add-job.ts'
import { requireSameOrigin } from '../../sign-in/server/require-same-origin.ts'
import type { askPasswordLink, askUserIds } from '../password.contract.ts'
import { requirePasswords } from './new-password.ts'

/**
 * Both questions only leave a job behind: whether there is such a person is looked up when nobody waits for an answer any
 * more, so neither the answer nor the work for it tells.
 */
export async function takePasswordQuestion(
  { body }: Given<typeof askPasswordLink>,
  context: BaseContext,
): Promise<Record<never, never>> {
  const userId = asSsoId(body.userId)
  const asked = await admitQuestion(context, `password-link ${userId}`, `password-link`)
  await addJob(asked.realmDb, 'mail-password-link', { ...asked.question, userId })
  return {}
}

export async function takeUserIdQuestion(
  { body }: Given<typeof askUserIds>,
  context: BaseContext,
): Promise<Record<never, never>> {
  const email = body.email.toLowerCase()
  const asked = await admitQuestion(context, `user-ids ${email}`, 'user-ids')
  await addJob(asked.realmDb, 'mail-user-ids', { ...asked.question, email })
  return {}
}

/** Counted apart from sign-ins: who asks for many mails keeps nobody from signing in. */
async function admitQuestion(context: BaseContext, user: string, kind: string) {
  requireSameOrigin(context)
  requirePasswords(context)
  const { client, realmDb, identity, clock, request } = context
  const now = clock.now()
  const subjects = { user, address: `${kind} ${request.ip}` }
  await countAttempt(realmDb, identity.secret, subjects, now, 'requests for a message')
  const question = {
    client: client.name,
    askId: randomUUID(),
    askedAt: now.toISOString(),
    address: request.ip,
  }
  return { realmDb, question }
}
