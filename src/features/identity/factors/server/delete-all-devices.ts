import type { Reply } from '../../../../contract/endpoint.ts'
import type { ContextOf } from '../../../../server/http/request-context.ts'
import type * as contract from '../factors.contract.ts'
import { deleteAndRecord } from './devices.ts'

export async function deleteAllDevices(
  _input: unknown,
  context: ContextOf<typeof contract.deleteAllDevices>,
): Promise<Reply<typeof contract.deleteAllDevices>> {
  await deleteAndRecord(context, null)
  return {}
}
