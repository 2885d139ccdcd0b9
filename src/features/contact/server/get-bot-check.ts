import type { Reply } from '../../../contract/endpoint.ts'
import { createBotCheckTask } from '../../../server/bot-check/bot-check.ts'
import type { BaseContext } from '../../../server/http/request-context.ts'
import type * as contract from '../contact.contract.ts'
import { botCheckContext } from './send-message.ts'

export function getBotCheck(
  _input: unknown,
  context: BaseContext,
): Promise<Reply<typeof contract.getBotCheck>> {
  return createBotCheckTask(botCheckContext(context))
}
