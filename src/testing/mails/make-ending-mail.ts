import { dayMs } from '../../domain/durations.ts'
import { watchEndings } from '../../features/settings/server/watch-endings.ts'
import { listStaffWith } from '../../features/users/server/managers.ts'
import { jobSettings } from '../jobs.ts'
import type { MailWorld } from './mail-world.ts'

/** What those who change settings read when something enters its last 30 days. */
export async function makeEndingMail({ portal }: MailWorld): Promise<void> {
  const { clock } = portal
  const endsOn = new Date(clock.now().getTime() + 20 * dayMs)
  const text = 'The certificate of login.bank.example ends on that day. People cannot log in once it has.'
  const watch = watchEndings({
    find: async () => [{ key: 'server:login.bank.example:443', text, endsOn }],
    readers: (realmDb, now) => listStaffWith(realmDb, ['SETTINGS_MANAGE'], now),
  })
  await watch.run(
    {},
    {
      ...{ ...jobSettings, clock, mailer: null, books: [], origin: { realm: 'npt' } },
      ...{ db: portal.databases.realm('npt'), signal: new AbortController().signal },
    },
  )
}
