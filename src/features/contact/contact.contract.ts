import * as z from 'zod/mini'
import { botCheck, botCheckAnswer } from '../../contract/bot-check.ts'
import { contactTopics } from '../../contract/contact-topics.ts'
import { emailAddress } from '../../contract/email-address.ts'
import { endpoint } from '../../contract/endpoint.ts'
import { requiredText } from '../../contract/required-text.ts'
import { oneLine } from '../../contract/typed-text.ts'
import { command } from '../../contract/wire.ts'
import { cleanCode } from '../../domain/clean-text.ts'
import { keysOf } from '../../domain/keys-of.ts'

export const maxContactMessageLength = 4000
export const maxVisitorNameLength = 120
export const maxVisitorPhoneLength = 40

const topics = keysOf(contactTopics)

/** The fields of every message, with the error texts that the sender reads. */
const messageShape = {
  topic: z.enum(topics, 'Choose what your message is about'),
  message: requiredText(maxContactMessageLength, 'Enter your message'),
  replyTo: emailAddress,
}

export const memberMessage = z.object({
  ...messageShape,
  /** Whether the message is about the fund account of the X-AccountId header, which the sender must be able to see. */
  aboutFund: z.boolean(),
})

/** A visitor's input; the answer to the bot check is sent beside it. */
export const visitorMessage = z.object({
  ...messageShape,
  name: oneLine(maxVisitorNameLength, `Use a name of ${maxVisitorNameLength} characters or fewer`).check(
    z.minLength(1, 'Enter your name'),
  ),
  /** May be empty. */
  phone: oneLine(
    maxVisitorPhoneLength,
    `Use a number of ${maxVisitorPhoneLength} characters or fewer`,
    cleanCode,
  ).check(
    z.regex(
      /^(\+?[\d\s().\-/]{5,}(\s?(x|ext\.?|extension)\s?\d{1,6})?)?$/i,
      'Enter a valid phone number or leave this empty',
    ),
  ),
})

/** The reference number of the message. */
const sent = z.object({ number: z.int() })

export const getBotCheck = endpoint({
  method: 'GET',
  path: '/api/bot-check',
  summary: 'Returns a bot check: a challenge to solve, or the site key of an external service',
  access: 'public',
  reply: botCheck,
})

export const sendVisitorMessage = endpoint({
  method: 'POST',
  path: '/api/contact-messages',
  summary: 'Sends a visitor’s message to the client’s support and confirms it to the sender',
  access: 'public',
  idempotent: 'own-row',
  body: command(z.object({ ...visitorMessage.shape, botCheck: botCheckAnswer })),
  reply: sent,
})

/** Open to every session, even one without access to the portal: those people may need help most. */
export const sendMessage = endpoint({
  method: 'POST',
  path: '/api/my-contact-messages',
  summary:
    'Sends a signed-in person’s message to the client’s support, optionally about one of their fund accounts',
  access: 'session',
  idempotent: 'own-row',
  body: command(memberMessage),
  reply: sent,
})
