import type { HandlerInput, Reply } from '../../../../contract/endpoint.ts'
import { Problem } from '../../../../contract/problems.ts'
import type { ContextOf } from '../../../../server/http/request-context.ts'
import type * as contract from '../factors.contract.ts'
import { deleteAndRecord } from './devices.ts'

export async function deleteDevice(
  { params }: HandlerInput<typeof contract.deleteDevice>,
  context: ContextOf<typeof contract.deleteDevice>,
): Promise<Reply<typeof contract.deleteDevice>> {
  if ((await deleteAndRecord(context, params.deviceId)) === 0) throw new Problem('not-found')
  return {}
}
