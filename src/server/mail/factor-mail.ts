import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Client } from '../../clients/client.ts'
import type { FactorKind } from '../../contract/factors.ts'
import type { DB } from '../db/schema.ts'
import { callUs } from './letter.ts'
import { findPersonToMail } from './mails.queries.ts'
import { writePersonMail } from './person-mail.ts'

/** The subjects. They omit the passkey's name, because an intruder may have chosen it. */
const subjects = {
  added: {
    passkey: 'A passkey was added',
    code: 'One-time codes were set up',
    'backup-code': 'New backup codes were created',
  },
  removed: {
    passkey: 'A passkey was removed',
    code: 'One-time codes were removed',
    'backup-code': 'Backup codes were removed',
    all: 'Your additional login methods and remembered devices were removed at the request of our staff',
  },
} as const satisfies { added: Record<FactorKind, string>; removed: Record<FactorKind | 'all', string> }

/** Notifies a person that a sign-in method was added or removed, in the transaction of that change. */
export async function mailFactorChange(
  trx: Kysely<DB>,
  { client, secret }: { client: Client; secret: string },
  userId: string,
  change: { action: 'added'; factor: FactorKind } | { action: 'removed'; factor: FactorKind | 'all' },
): Promise<void> {
  const person = await findPersonToMail(trx, userId)
  const subject = change.action === 'added' ? subjects.added[change.factor] : subjects.removed[change.factor]
  await writePersonMail(trx, secret, {
    client,
    kind: 'login-method-changed',
    cause: `factor-change:${randomUUID()}`,
    to: person.email,
    letter: {
      subject,
      name: `${person.first_name} ${person.last_name}`,
      blocks: [
        `${subject} for the user ID ${person.sso_id}. You can see all your login methods in your profile, under Security.`,
      ],
      ifUnexpected: `If this wasn’t you, please ${callUs(client)} immediately.`,
    },
  })
}
