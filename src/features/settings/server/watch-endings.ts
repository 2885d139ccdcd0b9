import type { Kysely } from 'kysely'
import { z } from 'zod'
import { clientOfRealm } from '../../../clients/clients.ts'
import { screenAddress } from '../../../contract/screen-address.ts'
import { formatDate, isoDate } from '../../../domain/dates.ts'
import type { DB } from '../../../server/db/schema.ts'
import { originOfClient } from '../../../server/http/client-of-host.ts'
import { type RealmTaskContext, realmTask } from '../../../server/jobs/task.ts'
import { writePersonMail } from '../../../server/mail/person-mail.ts'
import { endingText } from '../domain/ending-text.ts'
import { type Ending, levelOf } from './ending.ts'
import { storeEndings } from './endings.queries.ts'

type Watched = {
  /** What ends soon in a realm, of what the server process can see. It calls other servers, so it runs outside any transaction. */
  find: (realm: string, context: RealmTaskContext) => Promise<readonly Ending[]>
  /** Those who can act, or know who does. */
  readers: (realmDb: Kysely<DB>, now: Date) => Promise<{ userId: string; email: string }[]>
}

/**
 * Looks each night for what ends soon, stores it for the pages of staff, and writes to those who can act when something enters its last
 * 30 days: once for each end, also if the job runs again.
 */
export const watchEndings = ({ find, readers }: Watched) =>
  realmTask(
    'watch-endings',
    z.object({}),
    async (_payload, context) => {
      const { db, origin, secret, clock, originPattern } = context
      if (!('realm' in origin)) throw new Error('what ends is looked for in a realm')
      const client = clientOfRealm(origin.realm)
      const endings = (await find(origin.realm, context)).toSorted(
        (one, other) => one.endsOn.getTime() - other.endsOn.getTime(),
      )
      const now = clock.now()
      const people = await readers(db, now)
      const address = `${originOfClient(originPattern, client)}${screenAddress('/super-user-dashboard/settings')}`
      await db.transaction().execute(async trx => {
        await storeEndings(trx, { endings, at: now })
        for (const { key, text, endsOn } of endings) {
          if (levelOf(endsOn, now) === 'later') continue
          const day = isoDate(endsOn.toISOString().slice(0, 10))
          const letter = {
            subject: `${endsOn <= now ? 'To be replaced since' : 'Ends on'} ${formatDate(day, client.locale)}`,
            name: null,
            blocks: [
              endingText(text, client.locale),
              { address, purpose: 'to see everything that ends soon' },
            ],
          }
          for (const { userId, email } of people)
            await writePersonMail(trx, secret, {
              ...{ client, kind: 'ending-soon', to: email, letter },
              cause: `ending:${key}:${day}:${userId}`,
            })
        }
      })
    },
    { slots: 'long' },
  )
