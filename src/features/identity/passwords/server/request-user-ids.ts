import type { HandlerInput } from '../../../../contract/endpoint.ts'
import type { BaseContext } from '../../../../server/http/request-context.ts'
import { addJob } from '../../../../server/jobs/add-job.ts'
import type * as contract from '../password.contract.ts'
import { mailUserIds } from './mail-user-ids.ts'
import { admitRequest } from './request-by-mail.ts'

export async function requestUserIds(
  { body }: HandlerInput<typeof contract.requestUserIds>,
  context: BaseContext,
): Promise<Record<never, never>> {
  const email = body.email.toLowerCase()
  const { realmDb, mailRequest } = await admitRequest(context, `user-ids ${email}`, 'user-ids')
  await addJob(realmDb, mailUserIds, { ...mailRequest, email })
  return {}
}
