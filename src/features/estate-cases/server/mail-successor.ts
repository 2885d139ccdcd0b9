import { hash } from 'node:crypto'
import { z } from 'zod'
import { screenAddress } from '../../../contract/screen-address.ts'
import { dayMs } from '../../../domain/durations.ts'
import { newLinkToken } from '../../../server/auth/one-time-link.ts'
import { originOfClient } from '../../../server/http/client-of-host.ts'
import { task } from '../../../server/jobs/task.ts'
import { callUs } from '../../../server/mail/letter.ts'
import { writeMailOfBook } from '../../../server/mail/person-mail.ts'
import { findCase, insertEvent, lockCase, sharesOf, updateShare } from './cases.queries.ts'

/** How long a mailed link is valid. Staff can send another. */
const linkDays = 60

export const linkHash = (token: string): Buffer => hash('sha256', `successor ${token}`, 'buffer')

/** Mails a successor a one-time link to their share. The hash and the mail are stored together, so that a link that was mailed works. */
export const mailSuccessor = task(
  'mail-successor',
  z.object({ client: z.string(), caseId: z.uuid(), shareId: z.uuid(), link: z.int() }),
  async (
    { client: clientName, caseId, shareId, link },
    { db, secret, originPattern, client: clientOf, clock },
  ) => {
    const client = clientOf(clientName)
    if (!(await findCase(db, caseId))) return
    await db.transaction().execute(async trx => {
      const row = await lockCase(trx, caseId)
      const share = (await sharesOf(trx, caseId)).find(each => each.share_id === shareId)
      // A repeated job finds that its link was mailed.
      if (row?.state !== 'distributing' || share?.state !== 'waiting' || share.links + 1 !== link) return
      if (share.email === null) return
      const token = newLinkToken()
      const now = clock.now()
      const expiresAt = new Date(now.getTime() + linkDays * dayMs)
      await updateShare(trx, shareId, {
        link_hash: linkHash(token),
        link_expires_at: expiresAt,
        links: link,
        invited_at: share.invited_at ?? now,
      })
      await insertEvent(trx, {
        case_id: caseId,
        kind: 'invited',
        by_name: client.displayName,
        text: `${share.name}, ${share.email}`,
        at: now,
      })
      // The token is the fragment, which browsers do not send, so that no log, proxy or referrer sees it.
      const home = originOfClient(originPattern, client)
      await writeMailOfBook(trx, secret, {
        client,
        kind: 'successor-invited',
        cause: `successor:${shareId}:${link}`,
        to: share.email,
        letter: {
          subject: 'You are named as a successor',
          name: share.name,
          blocks: [
            `We are sorry for your loss. The donors of ${row.account_name}, a donor-advised fund at ${client.displayName}, named you as a successor.`,
            'Open this page to see the share you are offered, and to accept or decline it:',
            { secret: 'link' },
            `The link is for you alone and expires after ${linkDays} days.`,
          ],
          ifUnexpected: `If you have questions, please ${callUs(client)} or e-mail ${client.support.email}.`,
        },
        secret: { value: `${home}${screenAddress('/successor')}#${token}`, expiresAt },
      })
    })
  },
)
