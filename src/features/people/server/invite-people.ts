import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Client } from '../../../clients/client.ts'
import { screenAddress } from '../../../contract/screen-address.ts'
import { dayMs } from '../../../domain/durations.ts'
import { newLinkToken, savePasswordLink } from '../../../server/auth/one-time-link.ts'
import type { DB } from '../../../server/db/schema.ts'
import { originOfClient } from '../../../server/http/client-of-host.ts'
import { type RealmTaskContext, realmTask } from '../../../server/jobs/task.ts'
import { writePersonMail } from '../../../server/mail/person-mail.ts'
import { passwordLink } from '../../identity/passwords/server/password-link.ts'
import { accountsOf, invitationsToMail, setMailed } from './people.queries.ts'

const invitationDays = 7
const lifetimeMs = invitationDays * dayMs
const invitationsAtOnce = 100

/** Whether people log in by a password of the portal, rather than at the bank's own provider alone. */
const hasPasswords = (client: Client): boolean =>
  client.identityProviders.some(({ kind }) => kind === 'embedded')

type Invitation = Awaited<ReturnType<typeof invitationsToMail>>[number]

/**
 * Mails the invitations that have not been mailed: of one person, or of the realm. Only people who belong to an account by now are
 * invited, because the program may have died between realm and book. An invitation that fails stops no other.
 */
export const invitePeople = realmTask(
  'invite-people',
  z.object({ userId: z.optional(z.uuid()) }),
  async ({ userId }, context) => {
    const errors: unknown[] = []
    for (const invitation of await invitationsToMail(context.db, userId ?? null, invitationsAtOnce))
      await invite(context, invitation).catch((error: unknown) => errors.push(error))
    if (errors.length > 0)
      throw new AggregateError(
        errors,
        `${errors.length} invitations failed, the first with: ${String(errors[0])}`,
      )
  },
)

async function invite(context: RealmTaskContext, invitation: Invitation): Promise<void> {
  const client = context.client(invitation.client)
  const accounts = await accountsInBooks(context.books, invitation.user_id)
  if (accounts.length > 0) await mailInvitation(context, client, invitation, accounts)
}

async function accountsInBooks(books: readonly { db: Kysely<DB> }[], userId: string): Promise<string[]> {
  const found: string[] = []
  for (const { db } of books) found.push(...(await accountsOf(db, userId)))
  return found
}

async function mailInvitation(
  { db, secret, originPattern, clock }: RealmTaskContext,
  client: Client,
  { user_id: userId, first_name, last_name, email, sso_id }: Invitation,
  accounts: readonly string[],
): Promise<void> {
  const now = clock.now()
  const home = originOfClient(originPattern, client)
  const token = newLinkToken()
  await db.transaction().execute(async trx => {
    if (!(await setMailed(trx, userId, now))) return
    const link = hasPasswords(client)
      ? await savePasswordLink(trx, secret, { userId, token, createdAt: now, lifetimeMs })
      : null
    await writePersonMail(trx, secret, {
      client,
      kind: 'invitation',
      cause: `invitation:${userId}`,
      to: email,
      letter: {
        subject: 'Your access to a donor-advised fund',
        name: `${first_name} ${last_name}`,
        blocks: [
          `You can now see ${accounts.join(', ')} online at ${client.displayName}.`,
          ...(link
            ? [
                `Your user ID is ${sso_id}. To choose a password, open this page:`,
                { secret: 'link' as const },
                `The link works once and expires after ${invitationDays} days. You can then ask for a new one at ${home}${screenAddress('/password-setup')}.`,
              ]
            : [`To log in, open ${home}.`]),
        ],
      },
      ...(link
        ? { secret: { value: passwordLink(originPattern, client, token), expiresAt: link.expiresAt } }
        : {}),
    })
  })
}
