import type { Kysely } from 'kysely'
import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { nameOf } from '../../../server/auth/actor.ts'
import { countAttempt } from '../../../server/auth/rate-limit.ts'
import type { BotCheckContext } from '../../../server/bot-check/bot-check.ts'
import type { DB } from '../../../server/db/schema.ts'
import type { BaseContext, ContextOf } from '../../../server/http/request-context.ts'
import { countMailTo, type MailSender } from '../../../server/mail/mail-limit.ts'
import type * as contract from '../contact.contract.ts'
import { saveMessageOnce } from './save-message-once.ts'

const rateLimitName = 'messages'

export const normalizeLineEnds = (text: string) => text.replaceAll(/\r\n?/g, '\n')

export const botCheckContext = ({
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

/** Accepts a signed-in person's message, optionally about the fund account of the request. */
export async function sendMessage(
  { body }: HandlerInput<typeof contract.sendMessage>,
  context: ContextOf<typeof contract.sendMessage>,
): Promise<Reply<typeof contract.sendMessage>> {
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
    trx => confirmation(trx, { sender: { kind: 'person', userId: actor.userId }, replyTo }, context),
  )
}

/** The message is accepted in any case; beyond the limit its reply address, which anyone can type, gets no more confirmations. */
export const confirmation = async (
  trx: Kysely<DB>,
  { sender, replyTo }: { sender: MailSender; replyTo: string },
  { identity, today }: BaseContext,
) => ({ confirms: await countMailTo(trx, identity.secret, { sender, to: replyTo, day: today }) })

/** Uses the rate limit of sign-ins with separate counters, so that messages never block a sign-in. */
export async function countMessage(context: BaseContext, sender: string): Promise<void> {
  const { realmDb, identity, clock, request } = context
  await countAttempt(
    realmDb,
    identity.secret,
    { user: sender, address: `contact ${request.ip}` },
    clock.now(),
    rateLimitName,
  )
}
