import * as z from 'zod/mini'
import { botCheck, botCheckAnswer } from '../../contract/bot-check.ts'
import { type ContactTopic, contactTopics } from '../../contract/contact-topics.ts'
import { endpoint } from '../../contract/endpoint.ts'
import { command } from '../../contract/wire.ts'

export const longestMessage = 4000

// The keys of a record are what Object.keys gives; the compiler only says string[].
const topics = Object.keys(contactTopics) as [ContactTopic, ...ContactTopic[]]

const oneLine = (longest: number, message: string) =>
  z.string().check(
    z.trim(),
    z.maxLength(longest, message),
    z.regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'Write this on one line'),
    // They would turn what stands beside it: "a visitor, whose name nobody has checked" among it.
    z.regex(/^[^\u202a-\u202e\u2066-\u2069]*$/u, 'Leave out the signs that change the direction of writing'),
  )

/** What whoever writes says; the messages are what they read where something is missing. */
const said = {
  topic: z.enum(topics, 'Choose what your message is about'),
  message: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'Write your message'),
      z.maxLength(longestMessage, `Write ${longestMessage.toLocaleString('en')} characters or fewer`),
    ),
  replyTo: z
    .string()
    .check(
      z.trim(),
      z.maxLength(254, 'Use an address of 254 characters or fewer'),
      z.email('Enter an e-mail address, such as name@example.org'),
    ),
}

export const memberMessage = z.object({
  ...said,
  /** Whether it is about the fund account of the X-AccountId header, which the sender must be able to see. */
  aboutFund: z.boolean(),
})

/** What a visitor types; the proof that a person is there goes beside it. */
export const visitorMessage = z.object({
  ...said,
  name: oneLine(120, 'Use a name of 120 characters or fewer').check(z.minLength(1, 'Enter your name')),
  /** May be empty. */
  phone: oneLine(40, 'Use a number of 40 characters or fewer').check(
    z.regex(/^(\+?[\d\s().\-/]{5,}(\s?(x|ext\.?)\s?\d{1,6})?)?$/i, 'Enter a phone number, or nothing'),
  ),
})

/** The number under which the house finds the message. */
const sent = z.object({ number: z.int() })

export const getBotCheck = endpoint({
  method: 'GET',
  path: '/api/bot-check',
  summary:
    'What a visitor’s browser needs to prove that a person is there: a challenge to solve, or the key of another service',
  access: 'public',
  reply: botCheck,
})

export const sendVisitorMessage = endpoint({
  method: 'POST',
  path: '/api/contact-messages',
  summary: 'A visitor’s message to the house; stored, numbered, mailed to it and confirmed to the sender',
  access: 'public',
  idempotent: true,
  body: command(z.object({ ...visitorMessage.shape, botCheck: botCheckAnswer })),
  reply: sent,
})

/** Open to whoever has a session, even one that may do nothing else: they may have the most to ask. */
export const sendMessage = endpoint({
  method: 'POST',
  path: '/api/my-contact-messages',
  summary: 'A message to the house of whoever is signed in, about a fund account of theirs or about none',
  access: 'session',
  idempotent: true,
  body: command(memberMessage),
  reply: sent,
})
