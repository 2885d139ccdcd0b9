import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Client } from '../../../clients/client.ts'
import { screenAddress } from '../../../contract/screen-address.ts'
import { type AccountRole, accountRoles } from '../../../domain/account-roles.ts'
import type { DB } from '../../../server/db/schema.ts'
import { accountNotice, type NoticeEvent, type NoticeScreen } from '../../../server/mail/account-notice.ts'
import { type Block, ourMessage } from '../../../server/mail/letter.ts'
import { roleInSentence, roleName } from '../../people/domain/relationship-labels.ts'
import { findRequest, type RequestRow } from './relationship-requests.queries.ts'
import { readRelationshipNotice } from './relationships.queries.ts'
import { sentenceOf } from './show-requests.ts'

const change = z.discriminatedUnion('event', [
  z.object({ event: z.literal('added'), id: z.uuid() }),
  z.object({ event: z.literal('invited'), id: z.uuid() }),
  z.object({ event: z.literal('removed'), id: z.uuid() }),
  z.object({ event: z.literal('left'), id: z.uuid() }),
  z.object({ event: z.literal('role-changed'), id: z.uuid(), formerRole: z.enum(accountRoles) }),
  z.object({ event: z.literal('requested'), id: z.uuid() }),
  z.object({ event: z.literal('declined'), id: z.uuid() }),
  z.object({ event: z.literal('withdrawn'), id: z.uuid() }),
])
export type PeopleChange = z.infer<typeof change>
type RequestEvent = 'requested' | 'declined' | 'withdrawn'
type DoneChange = Exclude<PeopleChange, { event: RequestEvent }>

/** Tells every donor of the fund, and the person, that the people of the account changed or are to change (§17), once each. */
export const mailPeopleChange = accountNotice(
  'mail-people-change',
  z.object({ client: z.string(), change }),
  async ({ change }, client, db, home) =>
    change.event === 'requested' || change.event === 'declined' || change.event === 'withdrawn'
      ? await aboutRequest(change.event, change.id, client, db)
      : await aboutChange(change, client, db, home),
)

async function aboutChange(
  change: DoneChange,
  client: Client,
  db: Kysely<DB>,
  home: string,
): Promise<NoticeEvent | null> {
  const about = await readRelationshipNotice(db, change.id)
  if (!about) return null
  const { account_id, account_name: account, person, account_role_code: roleCode } = about
  const { user_id: key, user_email: email, user_name: name } = about
  const role = roleName(roleCode, client.locale)
  const texts = textsOf(change, { account, person, role, roleCode }, client)
  const toDecide =
    about.contact_sharing === 'waiting' && (change.event === 'added' || change.event === 'invited')
      ? toDecideAt(about.added_by ?? client.displayName, home)
      : []
  const isNotified = texts.person !== null && key !== null && email !== null && name !== null
  return {
    kind: 'people-changed',
    accountId: account_id,
    initiator: null,
    concerned: isNotified ? { key, email, name } : null,
    cause: `people:${change.event}:${change.id}`,
    letter: recipient => {
      const isForPerson = recipient.isConcerned && texts.person !== null
      const { subject, text } = (isForPerson ? texts.person : null) ?? texts.donors
      return { subject, name: recipient.name, blocks: [text, ...(isForPerson ? toDecide : [])] }
    },
    screen: ({ isConcerned }) => (isConcerned && change.event === 'removed' ? null : seeAccount),
  }
}

const seeAccount: NoticeScreen = { address: screenAddress('/account'), purpose: 'to see the account' }

/** The page is open to everyone who can log in. */
const toDecideAt = (addedBy: string, home: string): Block[] => [
  `${addedBy} added you. The people on this account don’t see your contact details unless you share them.`,
  {
    address: `${home}${screenAddress('/my-profile/accounts')}`,
    purpose: 'to decide whether to share them, or to leave the account',
  },
]

type Text = { subject: string; text: string }
/** The texts for the donors and for the person concerned; null: no mail. */
type Texts = { donors: Text; person: Text | null }

function textsOf(
  change: DoneChange,
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
        donors: {
          subject: 'A person was added to your account',
          text: `${person} was added to ${account} as ${role}.`,
        },
        person: {
          subject: 'You were added to an account',
          text: `You were added to ${account} as ${role}. If you have never logged in, please use the invitation that we e-mail separately.`,
        },
      }
    case 'invited':
      return {
        donors: {
          subject: 'Someone on your account was invited to log in',
          text: `${person}, ${role} of ${account}, was invited to see it online.`,
        },
        person: {
          subject: 'You can now see an account online',
          text: `You can now see ${account} online as ${role}. If you have never logged in, please use the invitation that we e-mail separately.`,
        },
      }
    case 'removed':
      return {
        donors: {
          subject: 'A person was removed from your account',
          text: `${person} is no longer ${roleInSentence(roleCode, client.locale)} of ${account} and can no longer see it online.`,
        },
        person:
          roleCode === 'viewer'
            ? null
            : {
                subject: 'You were removed from an account',
                text: `You are no longer ${roleInSentence(roleCode, client.locale)} of ${account}.`,
              },
      }
    case 'left':
      return {
        donors: {
          subject: 'A person left your account',
          text: `${person} has left ${account}, and can no longer see it online as ${roleInSentence(roleCode, client.locale)}.`,
        },
        person: null,
      }
    case 'role-changed': {
      const former = roleName(change.formerRole, client.locale)
      return {
        donors: {
          subject: 'Someone’s role on your account changed',
          text: `${person} is now ${role} of ${account}, and was ${former} before.`,
        },
        person: {
          subject: 'Your role on an account changed',
          text: `You are now ${role} of ${account}, and were ${former} before.`,
        },
      }
    }
  }
}

async function aboutRequest(
  event: RequestEvent,
  requestId: string,
  client: Client,
  db: Kysely<DB>,
): Promise<NoticeEvent | null> {
  const request = await findRequest(db, requestId)
  if (!request) return null
  const by = request.requested_by_side === 'fund' ? request.requested_by_name : client.displayName
  const sentence = sentenceOf(request, client)
  return {
    kind: 'people-change-requested',
    accountId: request.account_id,
    initiator: null,
    cause: `people:${event}:${requestId}`,
    letter: ({ name }) => ({ name, ...requestTexts(event, request, sentence, by) }),
    screen: () => seeAccount,
  }
}

function requestTexts(
  event: RequestEvent,
  { account_name: account, message }: RequestRow,
  sentence: string,
  by: string,
): { subject: string; blocks: string[] } {
  switch (event) {
    case 'requested':
      return {
        subject: 'A change to the people on your account was requested',
        blocks: [
          `${by} asked for this change to ${account}: ${sentence}.`,
          'We’ll check it before it takes effect, and let you know.',
        ],
      }
    case 'declined':
      return {
        subject: 'A change to the people on your account was declined',
        blocks: [
          `We didn’t make this change to ${account}: ${sentence}.`,
          ...(message === null ? [] : [ourMessage(message)]),
        ],
      }
    case 'withdrawn':
      return {
        subject: 'A requested change to the people on your account was withdrawn',
        blocks: [`${by} withdrew the request for this change to ${account}: ${sentence}.`],
      }
  }
}
