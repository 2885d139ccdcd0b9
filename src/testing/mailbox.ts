import { expect } from 'vitest'
import { withSecret } from '../server/mail/send-mail.ts'
import type { TestApp } from './app.ts'
import { testSecret } from './database/database-server.ts'

type ReadMail = { to: string; from: string; subject: string; body: string; html: string }

/** Waits until the job queue is empty. A failure names the jobs that remain, with the error of their last attempt. */
export const jobsDone = (portal: TestApp) =>
  expect
    .poll(
      async () => {
        const { rows } = await portal.database.admin.query(
          `select t.identifier, j.attempts, j.last_error, j.locked_at is not null as is_running
           from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id`,
        )
        return rows
      },
      // An upper limit for a busy machine, below that of a test.
      { timeout: 20_000 },
    )
    .toEqual([])

/** Waits for all jobs; returns the sign-in mails to this address, oldest first, with decrypted links. */
export async function mailsTo(portal: TestApp, address: string): Promise<ReadMail[]> {
  await jobsDone(portal)
  const { rows } = await portal.database.admin.query(
    'select * from person_mail where to_address = $1 order by created_at, mail_id',
    [address],
  )
  return rows.map(row => ({
    to: row.to_address,
    from: row.from_address,
    subject: row.subject,
    ...(withSecret(testSecret, row) ?? { body: row.body, html: row.html }),
  }))
}

/** The newest link that was mailed to this address, with its token. */
export async function newestLink(
  portal: TestApp,
  address: string,
): Promise<{ address: string; token: string }> {
  const mails = await mailsTo(portal, address)
  const found = mails.flatMap(({ body }) => body.match(/https?:\/\/\S+#[\w-]{43}/) ?? []).at(-1)
  if (!found) throw new Error(`${address} received no link`)
  return { address: found, token: found.split('#')[1] ?? '' }
}
