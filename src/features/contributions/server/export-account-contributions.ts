import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import type * as contract from '../contributions.contract.ts'
import { exportContributions } from './export-contributions.ts'

/** The contributions of the account in the path, as a file. */
export async function exportAccountContributions(
  input: HandlerInput<typeof contract.exportAccountContributions>,
  context: ContextOf<typeof contract.exportAccountContributions>,
): Promise<Reply<typeof contract.exportAccountContributions>> {
  return await exportContributions(input, context)
}
