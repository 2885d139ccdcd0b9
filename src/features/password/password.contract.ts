import * as z from 'zod/mini'
import { endpoint } from '../../contract/endpoint.ts'
import { longestPassword } from './domain/password-length.ts'

const nothing = z.object({})

const typed = (longest: number) => z.string().check(z.minLength(1), z.maxLength(longest))
/** 32 bytes as base64url. */
const linkToken = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))
/** What is wrong with it is said in words by the program; here is only what no request may exceed. */
const password = z.string().check(z.maxLength(4 * longestPassword))

export const askPasswordLink = endpoint({
  method: 'POST',
  path: '/api/password-links',
  summary: 'Asks for a link to set a password; the answer is the same whether or not there is such a user',
  access: 'public',
  body: z.object({ userId: typed(200) }),
  reply: nothing,
})

/** A POST, so that the token stands in no address and nothing that opens links in mails asks it. */
export const checkPasswordLink = endpoint({
  method: 'POST',
  path: '/api/password-links/check',
  summary: 'Whose password the link of a mail may set; the link stays good',
  access: 'public',
  body: z.object({ token: linkToken }),
  reply: z.object({ userId: z.string() }),
})

export const setPasswordByLink = endpoint({
  method: 'POST',
  path: '/api/password-links/use',
  summary: 'Sets the password by the link of a mail, once, and ends all sessions of its person',
  access: 'public',
  body: z.object({ token: linkToken, password }),
  reply: nothing,
})

export const askUserIds = endpoint({
  method: 'POST',
  path: '/api/user-id-reminders',
  summary:
    'Has the user ids of an e-mail address mailed to it; the answer is the same whether or not there are any',
  access: 'public',
  body: z.object({ email: z.string().check(z.trim(), z.maxLength(254), z.email()) }),
  reply: nothing,
})

export const changePassword = endpoint({
  method: 'POST',
  path: '/api/my-profile/password',
  summary: 'Changes the password of whoever is asking, by the current one; ends their other sessions',
  access: 'signed-in',
  stepUp: true,
  body: z.object({ currentPassword: typed(500), newPassword: password }),
  reply: z.object({ sessionsEnded: z.int() }),
})
