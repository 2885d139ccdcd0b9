import { z } from 'zod'
import { screenAddressWith } from '../../../contract/screen-address.ts'
import { formatInstant } from '../../../domain/dates.ts'
import { originOfClient } from '../../../server/http/client-of-host.ts'
import { task } from '../../../server/jobs/task.ts'
import { writePersonMail } from '../../../server/mail/person-mail.ts'
import { listManagers } from './managers.ts'
import { findUser } from './users.queries.ts'

/** Mails the others who manage users that somebody was suspended, by whom and why. */
export const mailSuspension = task(
  'mail-suspension',
  z.object({ userId: z.uuid(), suspendedBy: z.uuid(), client: z.string() }),
  async ({ userId, suspendedBy, client: name }, { db, secret, originPattern, client: clientOf, clock }) => {
    const client = clientOf(name)
    const person = await findUser(db, userId)
    // Let in again before the job ran.
    if (!person || person.suspended_at === null) return
    const { suspended_at: at, suspended_by_name: by, suspension_reason: reason } = person
    const screen = screenAddressWith('/super-user-dashboard/users/$personId', { personId: userId })
    const others = (await listManagers(db, clock.now())).filter(manager => manager.userId !== suspendedBy)
    await db.transaction().execute(async trx => {
      for (const manager of others)
        await writePersonMail(trx, secret, {
          client,
          kind: 'access-suspended',
          cause: `suspension:${userId}:${at.getTime()}:${manager.userId}`,
          to: manager.email,
          letter: {
            subject: `${person.name} was suspended`,
            name: null,
            blocks: [
              `${person.name} can no longer log in until someone lets them in again.`,
              {
                facts: [
                  ['User ID', person.sso_id],
                  ['Suspended', formatInstant(at, client)],
                  ...(by === null ? [] : [['By', by] as const]),
                  ['Reason', reason ?? ''],
                ],
              },
              {
                address: `${originOfClient(originPattern, client)}${screen}`,
                purpose: 'to see their rights',
              },
            ],
          },
        })
    })
  },
)
