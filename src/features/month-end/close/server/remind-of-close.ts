import type { Kysely } from 'kysely'
import type { Client } from '../../../../clients/client.ts'
import { clientOfBook } from '../../../../clients/clients.ts'
import { screenAddress } from '../../../../contract/screen-address.ts'
import { countOf } from '../../../../domain/count-of.ts'
import { daysBetween, formatDate, type IsoDate } from '../../../../domain/dates.ts'
import type { DB } from '../../../../server/db/schema.ts'
import { originOfClient } from '../../../../server/http/client-of-host.ts'
import type { DueWork } from '../../../../server/jobs/due-work.ts'
import type { RealmTaskContext } from '../../../../server/jobs/task.ts'
import { writePersonMail } from '../../../../server/mail/person-mail.ts'
import { findWaitingStatements } from '../../../statements/server/make-statements.ts'
import { monthName, monthOf } from '../../domain/months.ts'

type ClosedRealm = Pick<RealmTaskContext, 'secret' | 'originPattern'> & {
  realmDb: Kysely<DB>
  /** Who closes months. */
  closers: (realmDb: Kysely<DB>, now: Date) => Promise<{ userId: string; email: string }[]>
}

/** How often they are reminded of one quarter. */
const everyDays = 7

/**
 * Tells those who close months that statements of a quarter wait for them: on the first day on which they do, and each week until the quarter
 * is closed. A day that runs twice mails nobody twice.
 */
export const remindOfClose = (realm: ClosedRealm): DueWork => ({
  name: 'remind-of-close',
  fromHour: 7,
  run: async ({ book, db, day, now }) => {
    const waiting = await findWaitingStatements(db, { book: book.name, today: day })
    if (waiting === null) return
    const client = clientOfBook(book.name)
    const lastDay = waiting.quarter.to
    const letter = letterAbout({ lastDay, accounts: waiting.accounts }, client, realm)
    const week = Math.floor(daysBetween(lastDay, day) / everyDays)
    const people = await realm.closers(realm.realmDb, now)
    await realm.realmDb.transaction().execute(async trx => {
      for (const { userId, email } of people)
        await writePersonMail(trx, realm.secret, {
          ...{ client, kind: 'close-awaited', to: email, letter },
          cause: `close-awaited:${book.name}:${lastDay}:${week}:${userId}`,
        })
    })
  },
})

function letterAbout(
  { lastDay, accounts }: { lastDay: IsoDate; accounts: number },
  client: Client,
  { originPattern }: Pick<ClosedRealm, 'originPattern'>,
) {
  const month = monthName(monthOf(lastDay), client.locale)
  const statements = countOf(accounts, 'statement', client.locale)
  return {
    subject: `${month} is not closed: ${statements} waiting`,
    name: null,
    blocks: [
      `The statements of the quarter until ${formatDate(lastDay, client.locale)} are sent to donors in the night after ${month} was closed. ${statements} of the book ${client.book.name} (${client.book.currency}) wait for it.`,
      {
        address: `${originOfClient(originPattern, client)}${screenAddress('/super-user-dashboard/close')}`,
        purpose: 'to see what is open, and to close the month',
      },
    ],
  }
}
