import type { Kysely } from 'kysely'
import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { nameOf } from '../../../server/auth/actor.ts'
import { countAttempt } from '../../../server/auth/rate-limit.ts'
import {
  type BotCheckContext,
  botCheckFailed,
  createBotCheckTask,
  requireBotCheck,
} from '../../../server/bot-check/bot-check.ts'
import type { DB } from '../../../server/db/schema.ts'
import type { BaseContext, ContextOf } from '../../../server/http/request-context.ts'
import { requireSameOrigin } from '../../../server/http/require-same-origin.ts'
import { countMailTo, type MailSender } from '../../../server/mail/mail-limit.ts'
import type { getBotCheck, sendMessage, sendVisitorMessage } from '../contact.contract.ts'
import { saveMessageOnce } from './save-message-once.ts'

const rateLimitName = 'messages'
const normalizeLineEnds = (text: string) => text.replaceAll(/\r\n?/g, '\n')

const botCheckContext = ({ client, clock, identity, botChecks, request }: BaseContext): BotCheckContext => ({
  ...botChecks,
  client,
  host: request.hostname,
  now: clock.now(),
  secret: identity.secret,
})

export function newBotCheck(_input: unknown, context: BaseContext): Promise<Reply<typeof getBotCheck>> {
  return createBotCheckTask(botCheckContext(context))
}

/**
 * Accepts a visitor's message. The rate limit counts the sender's network address and the reply address, so that no one
 * can flood another person's mailbox with confirmations.
 */
export async function acceptVisitorMessage(
  { body }: HandlerInput<typeof sendVisitorMessage>,
  context: ContextOf<typeof sendVisitorMessage>,
): Promise<Reply<typeof sendVisitorMessage>> {
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
      return await confirmation(trx, { sender: { address: context.request.ip }, replyTo }, context)
    },
  )
}

/** Accepts a signed-in person's message, optionally about the fund account of the request. */
export async function acceptMessage(
  { body }: HandlerInput<typeof sendMessage>,
  context: ContextOf<typeof sendMessage>,
): Promise<Reply<typeof sendMessage>> {
  const { client, book, realmDb, clock, actor, account, idempotencyKey } = context
  const { topic, message, replyTo, aboutFund } = body.data.attributes
  // A forced change of e-mail comes before everything else (§4). People without access may still send a message.
  if (actor.forceEmailChange) throw new Problem('access-denied')
  // A fund that the person may not see is not found (§14), and neither is one that no header names.
  if (aboutFund && !(account && actor.hasAccess)) throw new Problem('not-found')
  await countMessage(context, `contact ${actor.userId}`)
  return await saveMessageOnce(
    realmDb,
    {
      client: client.name,
      draftKey: idempotencyKey,
      topic,
      message: normalizeLineEnds(message),
      userId: actor.userId,
      senderName: nameOf(actor),
      senderPhone: null,
      replyTo,
      fund: aboutFund && account ? { book: book.name, fundId: account.fundId } : null,
      sentAt: clock.now(),
    },
    trx => confirmation(trx, { sender: { userId: actor.userId }, replyTo }, context),
  )
}

/** The message is accepted in any case; beyond the limit its reply address, which anyone can type, gets no more confirmations. */
const confirmation = async (
  trx: Kysely<DB>,
  { sender, replyTo }: { sender: MailSender; replyTo: string },
  { identity, today }: BaseContext,
) => ({ confirms: await countMailTo(trx, identity.secret, { sender, to: replyTo, day: today }) })

/** Uses the rate limit of sign-ins with separate counters, so that messages never block a sign-in. */
async function countMessage(context: BaseContext, sender: string): Promise<void> {
  const { realmDb, identity, clock, request } = context
  await countAttempt(
    realmDb,
    identity.secret,
    { user: sender, address: `contact ${request.ip}` },
    clock.now(),
    rateLimitName,
  )
}
