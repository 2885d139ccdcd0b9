import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import type * as contract from '../files.contract.ts'
import { changeAlt } from './files.queries.ts'
import { fileResponse, realmOf } from './store-files.ts'

export async function describeFile(
  { params, body }: HandlerInput<typeof contract.describeFile>,
  context: ContextOf<typeof contract.describeFile>,
): Promise<Reply<typeof contract.describeFile>> {
  const { fileId } = params
  const { alt } = body.data.attributes
  if (!(await changeAlt(realmOf(context), { client: context.client.name, fileId, alt })))
    throw new Problem('not-found')
  return await fileResponse(context, fileId)
}
