import type { Reply } from '../../../contract/endpoint.ts'
import { type BotCheckContext, createBotCheckTask } from '../../../server/bot-check/bot-check.ts'
import type { BaseContext } from '../../../server/http/request-context.ts'
import type { getBotCheck } from '../contact.contract.ts'

export const botCheckContextOf = ({
  client,
  clock,
  identity,
  botChecks,
  request,
}: BaseContext): BotCheckContext => ({
  ...botChecks,
  client,
  host: request.hostname,
  now: clock.now(),
  secret: identity.secret,
})

export function offerBotCheck(_given: unknown, context: BaseContext): Promise<Reply<typeof getBotCheck>> {
  return createBotCheckTask(botCheckContextOf(context))
}
