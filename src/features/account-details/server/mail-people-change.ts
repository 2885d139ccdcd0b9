import { z } from 'zod'
import type { Client } from '../../../clients/client.ts'
import { clients } from '../../../clients/clients.ts'
import { type AccountRole, accountRoles } from '../../../domain/account-roles.ts'
import { addJob } from '../../../server/jobs/add-job.ts'
import { type TaskContext, task } from '../../../server/jobs/task.ts'
import { formatLetter } from '../../../server/mail/person-mail.ts'
import { sendMail } from '../../../server/mail/send-mail.ts'
import { insertMail } from '../../grants/server/grants.queries.ts'
import { roleInSentence, roleName } from '../domain/relationship-labels.ts'
import { findRequest } from './relationship-requests.queries.ts'
import { donorsOf, type Recipient, readRelationshipNotice } from './relationships.queries.ts'
import { sentenceOf } from './show-requests.ts'

const change = z.discriminatedUnion('event', [
  z.object({ event: z.literal('added'), id: z.uuid() }),
  z.object({ event: z.literal('invited'), id: z.uuid() }),
  z.object({ event: z.literal('removed'), id: z.uuid() }),
  z.object({ event: z.literal('role-changed'), id: z.uuid(), formerRole: z.enum(accountRoles) }),
  z.object({ event: z.literal('requested'), id: z.uuid() }),
  z.object({ event: z.literal('declined'), id: z.uuid() }),
])
export type PeopleChange = z.infer<typeof change>

type Mail = { to: Recipient; subject: string; paragraphs: string[] }

/** Mails every donor of the fund, and the person, that the people of the account changed or are to change (§17), once each. */
export const mailPeopleChange = task(
  'mail-people-change',
  z.object({ client: z.string(), change }),
  async ({ client: clientName, change }, { db }) => {
    const client = clients[clientName]
    if (!client) return
    const mails = await mailsAbout(change, client, db)
    await db.transaction().execute(async trx => {
      for (const { to, subject, paragraphs } of mails) {
        const mail = await insertMail(trx, {
          cause: `people:${change.event}:${change.id}:${to.email}`,
          from_address: client.support.email,
          to_address: to.email,
          subject: `${client.displayName}: ${subject}`,
          body: formatLetter(client, to.name, paragraphs),
        })
        if (mail) await addJob(trx, sendMail, { mailId: mail.mail_id })
      }
    })
  },
)

async function mailsAbout(change: PeopleChange, client: Client, db: TaskContext['db']): Promise<Mail[]> {
  if (change.event === 'requested' || change.event === 'declined')
    return await mailsAboutRequest(change.event, change.id, client, db)
  const about = await readRelationshipNotice(db, change.id)
  if (!about) return []
  const { account_name: account, person, account_role_code: role } = about
  const texts = textsOf(
    change,
    { account, person, role: roleName(role, client.locale), roleCode: role },
    client,
  )
  const mails = (await donorsOf(db, about.account_id)).map(to => ({
    to,
    subject: texts.subject,
    paragraphs: [texts.donors],
  }))
  const { user_email: email, user_name: name } = about
  if (texts.person === null || email === null || name === null) return mails
  // A donor who was added is one of the donors, and reads about themselves.
  const others = mails.filter(({ to }) => to.email !== email)
  return [...others, { to: { email, name }, subject: texts.subject, paragraphs: [texts.person] }]
}

type Texts = { subject: string; donors: string; person: string | null }

function textsOf(
  change: Exclude<PeopleChange, { event: 'requested' | 'declined' }>,
  {
    account,
    person,
    role,
    roleCode,
  }: { account: string; person: string; role: string; roleCode: AccountRole },
  client: Client,
): Texts {
  switch (change.event) {
    case 'added':
      return {
        subject: 'A person was added to your account',
        donors: `${person} was added to ${account} as ${role}.`,
        person: `You were added to ${account} as ${role}. Log in to see it online. If you have never logged in, please use the invitation that we e-mail separately.`,
      }
    case 'invited':
      return {
        subject: 'A person of your account was invited to log in',
        donors: `${person}, ${role} of ${account}, was invited to see it online.`,
        person: `You can now see ${account} online as ${role}. If you have never logged in, please use the invitation that we e-mail separately.`,
      }
    case 'removed':
      return {
        subject: 'A person was removed from your account',
        donors: `${person} is no longer ${roleInSentence(roleCode, client.locale)} of ${account} and can no longer see it online.`,
        person:
          roleCode === 'viewer'
            ? null
            : `You are no longer ${roleInSentence(roleCode, client.locale)} of ${account}.`,
      }
    case 'role-changed': {
      const former = roleName(change.formerRole, client.locale)
      return {
        subject: 'A person’s role in your account changed',
        donors: `${person} is now ${role} of ${account}, and was ${former} before.`,
        person: `You are now ${role} of ${account}, and were ${former} before.`,
      }
    }
  }
}

async function mailsAboutRequest(
  event: 'requested' | 'declined',
  requestId: string,
  client: Client,
  db: TaskContext['db'],
): Promise<Mail[]> {
  const request = await findRequest(db, requestId)
  if (!request) return []
  const by = request.requested_by_side === 'fund' ? request.requested_by_name : client.displayName
  const sentence = sentenceOf(request, client)
  const text =
    event === 'requested'
      ? {
          subject: 'A change to the people of your account was requested',
          paragraphs: [
            `${by} asked for this change to ${request.account_name}: ${sentence}.`,
            'We’ll check it before it takes effect, and let you know.',
          ],
        }
      : {
          subject: 'A change to the people of your account was declined',
          paragraphs: [
            `We didn’t make this change to ${request.account_name}: ${sentence}.`,
            `${client.displayName} writes: ${request.message}`,
          ],
        }
  return (await donorsOf(db, request.account_id)).map(to => ({ to, ...text }))
}
