import type { Kysely } from 'kysely'
import { type BookOfRealm, clientOfBook } from '../../../../clients/clients.ts'
import { screenAddress } from '../../../../contract/screen-address.ts'
import { countOf } from '../../../../domain/count-of.ts'
import { formatDate } from '../../../../domain/dates.ts'
import { localEnglish } from '../../../../domain/local-english.ts'
import type { DB } from '../../../../server/db/schema.ts'
import { originOfClient } from '../../../../server/http/client-of-host.ts'
import type { RealmTaskContext } from '../../../../server/jobs/task.ts'
import { writePersonMail } from '../../../../server/mail/person-mail.ts'
import { checkPartLabels } from '../domain/check-parts.ts'
import type { CheckRow } from './book-checks.queries.ts'

export type CheckedRealm = Pick<RealmTaskContext, 'secret' | 'originPattern' | 'checkpointFolders'> & {
  realmDb: Kysely<DB>
  /** Who may read a check and answer it. */
  readers: (realmDb: Kysely<DB>, now: Date) => Promise<{ userId: string; email: string }[]>
}

const maxLines = 10

/**
 * Tells those who may answer a check what it found, each once.
 *
 * @throws Error where no one may answer, so that the program's log says why payments wait; the day's work is then tried again.
 */
export async function mailBookCheck(
  check: CheckRow,
  book: BookOfRealm,
  { realmDb, readers, secret, originPattern }: CheckedRealm,
  now: Date,
): Promise<void> {
  const client = clientOfBook(book.name)
  const found = countOf(check.difference_count, 'difference', client.locale)
  const day = formatDate(check.day, client.locale)
  const lines = check.differences
    .slice(0, maxLines)
    .map(({ part, place, finding }) => `${checkPartLabels[part]}. ${place}: ${finding}`)
  const letter = {
    subject: `Nightly check of ${day}: ${found}`,
    name: null,
    blocks: [
      localEnglish(
        `The nightly check of the book ${book.name} (${book.currency}) for ${day} found ${found}. No payment run of this book is approved or released until someone has answered.`,
        client.locale,
      ),
      { lines },
      {
        address: `${originOfClient(originPattern, client)}${screenAddress('/super-user-dashboard/audit')}`,
        purpose: 'to read all of it and to answer',
      },
    ],
  }
  const people = await readers(realmDb, now)
  if (people.length === 0)
    throw new Error(
      `the check of ${book.name} stops its payment runs, and no one has both AUDIT_VIEW and PERIOD_CLOSE to answer it`,
    )
  await realmDb.transaction().execute(async trx => {
    for (const { userId, email } of people)
      await writePersonMail(trx, secret, {
        ...{ client, kind: 'book-check', cause: `book-check:${check.check_id}:${userId}`, to: email, letter },
      })
  })
}
