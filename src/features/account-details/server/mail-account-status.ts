import { z } from 'zod'
import { clients } from '../../../clients/clients.ts'
import { addJob } from '../../../server/jobs/add-job.ts'
import { task } from '../../../server/jobs/task.ts'
import { formatLetter } from '../../../server/mail/person-mail.ts'
import { sendMail } from '../../../server/mail/send-mail.ts'
import { insertMail } from '../../grants/server/grants.queries.ts'
import { accountStatuses, statusNotes } from '../domain/account-status.ts'
import { findStatus } from './account-status.queries.ts'
import { donorsOf } from './relationships.queries.ts'

/** Mails every donor of an account what its new status means (§16), once for each change. The reason is the sponsor's own. */
export const mailAccountStatus = task(
  'mail-account-status',
  z.object({
    client: z.string(),
    accountId: z.uuid(),
    revision: z.int(),
    accountStatus: z.enum(accountStatuses),
  }),
  async ({ client: clientName, accountId, revision, accountStatus }, { db }) => {
    const client = clients[clientName]
    const account = await findStatus(db, accountId)
    if (!client || !account) return
    const note =
      statusNotes[accountStatus] ?? 'This fund is active. Contributions, grants and changes are possible.'
    await db.transaction().execute(async trx => {
      for (const { email, name } of await donorsOf(trx, accountId)) {
        const mail = await insertMail(trx, {
          cause: `account-status:${accountId}:${revision}:${email}`,
          from_address: client.support.email,
          to_address: email,
          subject: `${client.displayName}: The status of your account changed`,
          body: formatLetter(client, name, [`We changed the status of ${account.account_name}.`, note]),
        })
        if (mail) await addJob(trx, sendMail, { mailId: mail.mail_id })
      }
    })
  },
)
