import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { botCheckFailed, requireBotCheck } from '../../../server/bot-check/bot-check.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { requireSameOrigin } from '../../../server/http/require-same-origin.ts'
import type * as contract from '../contact.contract.ts'
import { saveMessageOnce } from './save-message-once.ts'
import { botCheckContext, confirmation, countMessage, normalizeLineEnds } from './send-message.ts'

/**
 * Accepts a visitor's message. The rate limit counts the sender's network address and the reply address, so that no one
 * can flood another person's mailbox with confirmations.
 */
export async function sendVisitorMessage(
  { body }: HandlerInput<typeof contract.sendVisitorMessage>,
  context: ContextOf<typeof contract.sendVisitorMessage>,
): Promise<Reply<typeof contract.sendVisitorMessage>> {
  requireSameOrigin(context)
  const { client, realmDb, clock, idempotencyKey } = context
  const { topic, message, name, phone, replyTo, botCheck } = body.data.attributes
  await countMessage(context, `contact ${replyTo.toLowerCase()}`)
  const consumeSolution = await requireBotCheck(botCheck, botCheckContext(context))
  return await saveMessageOnce(
    realmDb,
    {
      client: client.name,
      draftKey: idempotencyKey,
      topic,
      message: normalizeLineEnds(message),
      userId: null,
      senderName: name,
      senderPhone: phone === '' ? null : phone,
      replyTo,
      fund: null,
      sentAt: clock.now(),
    },
    async trx => {
      if (!(await consumeSolution(trx))) throw botCheckFailed()
      return await confirmation(
        trx,
        { sender: { kind: 'visitor', address: context.request.ip }, replyTo },
        context,
      )
    },
  )
}
