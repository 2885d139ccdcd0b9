import type { HandlerInput } from '../../../../contract/endpoint.ts'
import type { BaseContext } from '../../../../server/http/request-context.ts'
import { addJob } from '../../../../server/jobs/add-job.ts'
import { asSsoId } from '../../server/create-user.ts'
import type * as contract from '../password.contract.ts'
import { mailPasswordLink } from './mail-password-link.ts'
import { admitRequest } from './request-by-mail.ts'

/**
 * Both requests only add a job. The job looks the person up, so neither the answer nor its timing reveals whether one exists.
 */
export async function requestPasswordLink(
  { body }: HandlerInput<typeof contract.requestPasswordLink>,
  context: BaseContext,
): Promise<Record<never, never>> {
  const userId = asSsoId(body.userId)
  const { realmDb, mailRequest } = await admitRequest(context, `password-link ${userId}`, `password-link`)
  await addJob(realmDb, mailPasswordLink, { ...mailRequest, userId })
  return {}
}
