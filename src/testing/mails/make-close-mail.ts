import { books, clientOfBook } from '../../clients/clients.ts'
import { npt } from '../../clients/configuration/npt.ts'
import { dateOf, type IsoDate } from '../../domain/dates.ts'
import { remindOfClose } from '../../features/month-end/close/server/remind-of-close.ts'
import { listStaffWith } from '../../features/users/server/managers.ts'
import { type FailedWork, runDueWork } from '../../server/jobs/due-work.ts'
import type { TestApp } from '../app.ts'
import { jobSettings } from '../jobs.ts'
import type { MailWorld } from './mail-world.ts'

/** Reminds those who close months of the book of a trust as on this day. Its statements have to wait for the close. */
export async function remindOn(portal: TestApp, day: IsoDate): Promise<FailedWork[]> {
  const book = books.find(({ name }) => name === npt.book.name)
  if (!book) throw new Error(`no book ${npt.book.name}`)
  const work = remindOfClose({
    ...{ ...jobSettings, realmDb: portal.databases.realm(book.realm) },
    closers: (realmDb, at) => listStaffWith(realmDb, ['PERIOD_CLOSE'], at),
  })
  return await runDueWork([work], {
    ...{ book, db: portal.databases.book(book.name), documentFiles: null, hour: 12, today: day },
    ...{ now: new Date(`${day}T12:00:00Z`), signal: new AbortController().signal },
  })
}

/** What those who close months read while statements wait for them. */
export async function makeCloseMail({ portal }: MailWorld): Promise<void> {
  // The one that the program reads, not its copy in the configuration.
  const client = clientOfBook(npt.book.name)
  Object.assign(client, { statementsAfterClose: true })
  try {
    const [failed] = await remindOn(portal, dateOf(portal.clock.now(), client.timeZone))
    if (failed) throw failed.error
  } finally {
    Object.assign(client, { statementsAfterClose: false })
  }
}
