import * as z from 'zod/mini'
import { emailAddress } from '../../../contract/email-address.ts'
import { endpoint } from '../../../contract/endpoint.ts'

export const invalidEmailCode = 'Enter the eight digits from the message'

/** Eight digits. Spaces and hyphens are removed, because the message shows a space in the middle. */
export const emailCode = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(20)),
    z.transform((text: string) => text.replaceAll(/[\s-]/g, '')),
  ),
  z.string().check(z.regex(/^\d{8}$/, invalidEmailCode)),
)

/** Requires only a session, because a forced change of e-mail allows nothing else (§4). */
export const requestEmailChange = endpoint({
  method: 'POST',
  path: '/api/my-profile/email',
  summary: 'Sends a code to the caller’s new e-mail address',
  access: 'session',
  records: ['email-code-sent'],
  stepUp: true,
  body: z.object({ email: emailAddress }),
  reply: z.object({}),
})

export const confirmEmailChange = endpoint({
  method: 'POST',
  path: '/api/my-profile/email/confirm',
  summary: 'Changes the caller’s e-mail address, confirmed by the code sent to it',
  access: 'session',
  records: ['email-changed', 'session-ended'],
  body: z.object({ code: z.string().check(z.maxLength(20)) }),
  /** `userId` is what the person types to log in; some clients derive it from the e-mail address. */
  reply: z.object({ email: z.string(), userId: z.string() }),
})
