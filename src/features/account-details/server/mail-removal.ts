import { z } from 'zod'
import { clients } from '../../../clients/clients.ts'
import { addJob } from '../../../server/jobs/add-job.ts'
import { task } from '../../../server/jobs/task.ts'
import { formatLetter } from '../../../server/mail/person-mail.ts'
import { sendMail } from '../../../server/mail/send-mail.ts'
import { insertMail } from '../../grants/server/grants.queries.ts'
import { readRemoval } from './relationships.queries.ts'

/** Mails every donor of the fund that an interested party was removed (§17), once for each removal. */
export const mailRemoval = task(
  'mail-removal',
  z.object({ client: z.string(), relationshipId: z.uuid() }),
  async ({ client: clientName, relationshipId }, { db }) => {
    const client = clients[clientName]
    if (!client) return
    const removals = await readRemoval(db, relationshipId)
    await db.transaction().execute(async trx => {
      for (const { person, account_name, email, donor } of removals) {
        const mail = await insertMail(trx, {
          cause: `removal:${relationshipId}:${email}`,
          from_address: client.support.email,
          to_address: email,
          subject: `${client.displayName}: A person was removed from your account`,
          body: formatLetter(client, donor, [
            `${person} is no longer an interested party of ${account_name} and can no longer see it online.`,
          ]),
        })
        if (mail) await addJob(trx, sendMail, { mailId: mail.mail_id })
      }
    })
  },
)
