import type { Given, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { countAttempt } from '../../../server/auth/rate-limit.ts'
import { botCheckFailed, requireBotCheck } from '../../../server/bot-check/bot-check.ts'
import type { BaseContext, ContextOf } from '../../../server/http/request-context.ts'
import { requireSameOrigin } from '../../identity/server/login/require-same-origin.ts'
import type { sendMessage, sendVisitorMessage } from '../contact.contract.ts'
import { botCheckContextOf } from './offer-bot-check.ts'
import { saveMessageOnce } from './save-message-once.ts'

const tooMany = 'messages'
const oneLineEnd = (text: string) => text.replaceAll(/\r\n?/g, '\n')

/**
 * A visitor's message. It is counted by where it comes from, and by the address that is to be answered: nobody is sent many
 * confirmations because somebody else types their address.
 */
export async function acceptVisitorMessage(
  { body }: Given<typeof sendVisitorMessage>,
  context: ContextOf<typeof sendVisitorMessage>,
): Promise<Reply<typeof sendVisitorMessage>> {
  requireSameOrigin(context)
  const { client, realmDb, clock, idempotencyKey } = context
  const { topic, message, name, phone, replyTo, botCheck } = body.data.attributes
  await countMessage(context, `contact ${replyTo.toLowerCase()}`)
  const consumeSolution = await requireBotCheck(botCheck, botCheckContextOf(context))
  return await saveMessageOnce(
    realmDb,
    {
      client: client.name,
      draftKey: idempotencyKey,
      topic,
      message: oneLineEnd(message),
      userId: null,
      senderName: name,
      senderPhone: phone === '' ? null : phone,
      replyTo,
      fund: null,
      sentAt: clock.now(),
    },
    async trx => {
      if (!(await consumeSolution(trx))) throw botCheckFailed()
    },
  )
}

/** A message of whoever is signed in; the fund account is that of the request, where the sender can see it. */
export async function acceptMessage(
  { body }: Given<typeof sendMessage>,
  context: ContextOf<typeof sendMessage>,
): Promise<Reply<typeof sendMessage>> {
  const { client, book, realmDb, clock, actor, account, idempotencyKey } = context
  const { topic, message, replyTo, aboutFund } = body.data.attributes
  // §4: whoever is forced to change their e-mail does nothing else before; whoever has no access may write.
  if (actor.forceEmailChange) throw new Problem('access-denied')
  // What a person may not see does not exist for them (open-points 3), nor does a fund that no header named.
  if (aboutFund && !(account && actor.hasAccess)) throw new Problem('not-found')
  await countMessage(context, `contact ${actor.userId}`)
  return await saveMessageOnce(realmDb, {
    client: client.name,
    draftKey: idempotencyKey,
    topic,
    message: oneLineEnd(message),
    userId: actor.userId,
    senderName: `${actor.firstName} ${actor.lastName}`,
    senderPhone: null,
    replyTo,
    fund: aboutFund && account ? { book: book.name, fundId: account.fundId } : null,
    sentAt: clock.now(),
  })
}

/** Counted apart from sign-ins, and waiting longer each time as they do: whoever writes much keeps nobody from signing in. */
async function countMessage(context: BaseContext, sender: string): Promise<void> {
  const { realmDb, identity, clock, request } = context
  await countAttempt(
    realmDb,
    identity.secret,
    { user: sender, address: `contact ${request.ip}` },
    clock.now(),
    tooMany,
  )
}
