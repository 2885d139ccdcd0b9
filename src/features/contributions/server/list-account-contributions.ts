import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import type * as contract from '../contributions.contract.ts'
import { listContributions } from './list-contributions.ts'

/** The contributions of the account in the path, newest first. */
export async function listAccountContributions(
  input: HandlerInput<typeof contract.listAccountContributions>,
  context: ContextOf<typeof contract.listAccountContributions>,
): Promise<Reply<typeof contract.listAccountContributions>> {
  return await listContributions(input, context)
}
