import * as z from 'zod/mini'
import { endpoint } from '../../contract/endpoint.ts'

/** As a mail server takes it; kept as it is typed, compared without regard to capitals. */
export const emailAddress = z
  .string()
  .check(
    z.trim(),
    z.maxLength(254, 'Use an address of 254 characters or fewer'),
    z.email('Enter an e-mail address, such as name@example.org'),
  )

/** Eight digits; people type a space in the middle, as it stands in the mail. */
export const emailCode = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(20)),
    z.transform((text: string) => text.replaceAll(/[\s-]/g, '')),
  ),
  z.string().check(z.regex(/^\d{8}$/, 'Enter the eight digits from the message')),
)

/** open to whoever has a session: a forced change of e-mail allows this and nothing else (§4). */
export const requestEmailChange = endpoint({
  method: 'POST',
  path: '/api/my-profile/email',
  summary: 'Sends a code to the address that is to become the e-mail of whoever is asking',
  access: 'session',
  stepUp: true,
  body: z.object({ email: emailAddress }),
  reply: z.object({}),
})

export const confirmEmailChange = endpoint({
  method: 'POST',
  path: '/api/my-profile/email/confirm',
  summary: 'Changes the e-mail of whoever is asking, by the code that its mailbox was sent',
  access: 'session',
  body: z.object({ code: z.string().check(z.maxLength(20)) }),
  /** `userId` is what the person types to sign in, which follows the e-mail at some clients. */
  reply: z.object({ email: z.string(), userId: z.string() }),
})
