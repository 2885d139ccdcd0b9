import { z } from 'zod'
import { screenAddress } from '../../../contract/screen-address.ts'
import { dayMs } from '../../../domain/durations.ts'
import { newLinkToken, savePasswordLink } from '../../../server/auth/one-time-link.ts'
import { originOfClient } from '../../../server/http/client-of-host.ts'
import { task } from '../../../server/jobs/task.ts'
import { writePersonMail } from '../../../server/mail/person-mail.ts'
import { mailExists } from '../../identity/passwords/server/password.queries.ts'
import { passwordLink } from '../../identity/passwords/server/password-link.ts'
import { findPersonToInvite } from './users.queries.ts'

const linkDays = 7

/** Mails a new member of staff how to log in: by a link to choose a password, or at the bank's own provider alone. */
export const inviteStaff = task(
  'invite-staff',
  z.object({ userId: z.uuid(), client: z.string() }),
  async ({ userId, client: name }, { db, secret, originPattern, client: clientOf, clock }) => {
    const client = clientOf(name)
    const home = originOfClient(originPattern, client)
    const hasPasswords = client.identityProviders.some(({ kind }) => kind === 'embedded')
    const cause = `staff-invitation:${userId}`
    const token = newLinkToken()
    const now = clock.now()
    await db.transaction().execute(async trx => {
      const person = await findPersonToInvite(trx, userId)
      if (!person || (await mailExists(trx, cause))) return
      const link = hasPasswords
        ? await savePasswordLink(trx, secret, { userId, token, createdAt: now, lifetimeMs: linkDays * dayMs })
        : null
      await writePersonMail(trx, secret, {
        ...{ client, kind: 'invitation', cause, to: person.email },
        letter: {
          subject: 'Your access to the portal',
          name: person.name,
          blocks: [
            `You have been added to the staff who work at ${client.displayName}.`,
            ...(link
              ? [
                  `Your user ID is ${person.sso_id}. To choose a password, open this page:`,
                  { secret: 'link' as const },
                  `The link works once and expires after ${linkDays} days. You can then ask for a new one at ${home}${screenAddress('/password-setup')}.`,
                ]
              : [`To log in, open ${home}.`]),
          ],
        },
        ...(link
          ? { secret: { value: passwordLink(originPattern, client, token), expiresAt: link.expiresAt } }
          : {}),
      })
    })
  },
)
