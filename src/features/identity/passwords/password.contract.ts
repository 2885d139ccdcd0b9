import * as z from 'zod/mini'
import { emailAddress } from '../../../contract/email-address.ts'
import { endpoint } from '../../../contract/endpoint.ts'
import { linkToken } from '../../../contract/link-token.ts'
import { currentPassword, enteredUserId } from '../domain/credentials.ts'
import { maxPasswordLength } from './domain/password-length.ts'

const emptyReply = z.object({})

/** Only the size limit of a request; the command checks the rules and explains a violation. */
const password = z.string().check(z.maxLength(4 * maxPasswordLength))

export const requestPasswordLink = endpoint({
  method: 'POST',
  path: '/api/password-links',
  summary: 'Requests a link to set a password; the reply is the same whether or not the user exists',
  access: 'public',
  records: ['password-link-sent'],
  body: z.object({ userId: enteredUserId }),
  reply: emptyReply,
})

/** A POST keeps the token out of addresses, and programs that open links in mails do not call it. */
export const checkPasswordLink = endpoint({
  method: 'POST',
  path: '/api/password-links/check',
  summary: 'Returns the user whose password the link can set; does not use up the link',
  access: 'public',
  body: z.object({ token: linkToken }),
  reply: z.object({ userId: z.string() }),
})

export const setPasswordByLink = endpoint({
  method: 'POST',
  path: '/api/password-links/use',
  summary: 'Sets the password with a mailed link, which works once, and ends all sessions of the user',
  access: 'public',
  records: ['password-changed', 'session-ended'],
  body: z.object({ token: linkToken, password }),
  reply: emptyReply,
})

export const requestUserIds = endpoint({
  method: 'POST',
  path: '/api/user-id-reminders',
  summary:
    'Mails the user IDs of an e-mail address to it; the reply is the same whether or not there are any',
  access: 'public',
  records: ['user-ids-sent'],
  body: z.object({ email: emailAddress }),
  reply: emptyReply,
})

export const changePassword = endpoint({
  method: 'POST',
  path: '/api/my-profile/password',
  summary: 'Changes the caller’s password, confirmed by the current one; ends their other sessions',
  access: 'signed-in',
  records: ['password-changed', 'password-refused', 'session-ended'],
  body: z.object({ currentPassword, newPassword: password }),
  reply: z.object({ sessionsEnded: z.int() }),
})
