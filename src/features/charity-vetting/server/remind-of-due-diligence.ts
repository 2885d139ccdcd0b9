import type { Kysely } from 'kysely'
import type { Client } from '../../../clients/client.ts'
import { screenAddress } from '../../../contract/screen-address.ts'
import { countOf } from '../../../domain/count-of.ts'
import { addDays, formatDate } from '../../../domain/dates.ts'
import type { DB } from '../../../server/db/schema.ts'
import { originOfClient } from '../../../server/http/client-of-host.ts'
import type { DueWork } from '../../../server/jobs/due-work.ts'
import type { RealmTaskContext } from '../../../server/jobs/task.ts'
import { writePersonMail } from '../../../server/mail/person-mail.ts'
import { charityName } from '../../charities/domain/charity-name.ts'
import { diligenceRenewalDays } from '../domain/vetting.ts'
import { listDiligenceEndingOn } from './vettings.queries.ts'

type ReviewedRealm = Pick<RealmTaskContext, 'secret' | 'originPattern'> & {
  realmDb: Kysely<DB>
  /** The client of a book. */
  clientOf: (book: string) => Client
  /** Who may renew a record, and read the page of its charity. */
  reviewers: (realmDb: Kysely<DB>, now: Date) => Promise<{ userId: string; email: string }[]>
}

/** More lines would not be read; the portal shows all. */
const maxNamed = 50

/**
 * Tells those who review, 60 days before, which records of due diligence end: one mail each for all records of a day. A day that runs twice
 * mails nobody twice.
 */
export const remindOfDueDiligence = (realm: ReviewedRealm): DueWork => ({
  name: 'remind-of-due-diligence',
  run: async ({ book, day, now }) => {
    const client = realm.clientOf(book.name)
    if (!client.asksDueDiligence) return
    const lastDay = addDays(day, diligenceRenewalDays)
    const ending = await listDiligenceEndingOn(realm.realmDb, lastDay)
    if (ending.length === 0) return
    const letter = letterAbout(ending, client, { lastDay, originPattern: realm.originPattern })
    const people = await realm.reviewers(realm.realmDb, now)
    await realm.realmDb.transaction().execute(async trx => {
      for (const { userId, email } of people)
        await writePersonMail(trx, realm.secret, {
          ...{ client, kind: 'due-diligence-ends', to: email, letter },
          cause: `due-diligence:${book.name}:${day}:${userId}`,
        })
    })
  },
})

type About = { lastDay: ReturnType<typeof addDays> } & Pick<ReviewedRealm, 'originPattern'>

function letterAbout(
  ending: readonly { charity_id: string; name: string }[],
  client: Client,
  { lastDay, originPattern }: About,
) {
  const day = formatDate(lastDay, client.locale)
  const records = countOf(ending.length, 'record', client.locale)
  const others = ending.length - maxNamed
  return {
    subject: `Due diligence: ${records} valid until ${day}`,
    name: null,
    blocks: [
      `Our due diligence about these charities is valid until ${day}. After that, no grant to them is approved or paid until someone has renewed it.`,
      { lines: ending.slice(0, maxNamed).map(each => `${charityName(each.name)}, ${each.charity_id}`) },
      ...(others > 0 ? [`The portal shows ${countOf(others, 'more record', client.locale)}.`] : []),
      {
        address: `${originOfClient(originPattern, client)}${screenAddress('/super-user-dashboard/charities')}`,
        purpose: 'to renew them',
      },
    ],
  }
}
