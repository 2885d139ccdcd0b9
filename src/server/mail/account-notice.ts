import type { Insertable, Kysely } from 'kysely'
import type { z } from 'zod'
import type { Client } from '../../clients/client.ts'
import { books } from '../../clients/clients.ts'
import { type AccountNoticeKind, type NoticeRole, noticeKinds } from '../../contract/notice-kinds.ts'
import { addressInAccount } from '../../contract/screen-address.ts'
import { type AccountRole, donorRoles, isDonorRole } from '../../domain/account-roles.ts'
import { isUuid } from '../../domain/uuid.ts'
import type { DB, OutgoingMail } from '../db/schema.ts'
import { originOfClient } from '../http/client-of-host.ts'
import { type Task, type TaskContext, task } from '../jobs/task.ts'
import { type Letter, letterText, type ScreenLink, subjectOf } from './letter.ts'
import { letterHtml } from './letter-html.ts'
import {
  findAccountOfAddress,
  findDeceased,
  findPeopleInRoles,
  findPersonWithAccess,
  findSwitchedOff,
} from './recipients.queries.ts'
import { settingsOfNotices, storeAccountMails } from './send-mail.ts'

export type Recipient = {
  /** The person's user or party: there is one mail for each. */
  key: string
  email: string
  name: string
  /** Whether this person started what the notice is about. */
  isInitiator: boolean
  /** Whether the notice is about this person's role. */
  isConcerned: boolean
  isDonor: boolean
  /** Whether this person can log in and open a screen. */
  hasLogin: boolean
}

/** The screen of the portal to which a notice leads, by its address such as `/grants/…`. The account becomes the current one first. */
export type NoticeScreen = ScreenLink

/** One event that a notice tells. */
export type NoticeEvent = {
  kind: AccountNoticeKind
  accountId: string
  /** The user who started it; null if the kind has no initiator. */
  initiator: string | null
  /** The person whose role the notice is about, who may have lost it; absent if the kind has none. */
  concerned?: { key: string; email: string; name: string } | null
  /** The idempotency key: each recipient gets one mail for each cause. */
  cause: string
  letter: (recipient: Recipient) => Letter
  /** Where the recipient, who has a login, reads more or acts; null: nowhere, or the letter says it. */
  screen: (recipient: Recipient) => NoticeScreen | null
}

/**
 * Declares a notice about an account. `addJob` it in the transaction of the change. The job reads the event, finds the recipients
 * by their roles, and writes each their letter once; another job sends it.
 */
export function accountNotice<Payload extends { client: string }>(
  name: string,
  payload: z.ZodType<Payload>,
  read: (
    payload: Payload,
    client: Client,
    db: Kysely<DB>,
    /** The client's origin, for links. */
    home: string,
  ) => Promise<NoticeEvent | null>,
): Task<Payload> {
  const run = async (about: Payload, { db, originPattern, client: clientOf }: TaskContext) => {
    const client = clientOf(about.client)
    const home = originOfClient(originPattern, client)
    const event = await read(about, client, db, home)
    if (!event) return
    await db.transaction().execute(async trx => {
      const recipients = await recipientsOf(trx, event)
      const account = await findAccountOfAddress(trx, event.accountId)
      const currency =
        client.secondaryBook === null ? undefined : books.find(({ name }) => name === account.book)?.currency
      await storeAccountMails(
        trx,
        recipients.map(recipient =>
          mailTo(client, event, recipient, {
            addressOf: screen => home + addressInAccount(screen, { ...account, currency }),
            settings: settingsOfNotices(originPattern, client),
          }),
        ),
      )
    })
  }
  return task(name, payload, run, { slots: 'notices' })
}

function mailTo(
  client: Client,
  event: NoticeEvent,
  recipient: Recipient,
  { addressOf, settings }: { addressOf: (screen: string) => string; settings: string },
): Insertable<OutgoingMail> {
  const { blocks, ...written } = event.letter(recipient)
  const screen = recipient.hasLogin ? event.screen(recipient) : null
  const letter = {
    ...written,
    blocks: screen ? [...blocks, { ...screen, address: addressOf(screen.address) }] : blocks,
    settings: recipient.hasLogin && noticeKinds[event.kind].mayBeSwitchedOff ? settings : null,
  }
  return {
    client: client.name,
    kind: event.kind,
    cause: `${event.cause}:${recipient.key}`,
    account_id: event.accountId,
    from_address: client.support.email,
    to_address: recipient.email,
    subject: subjectOf(client, letter),
    body: letterText(client, letter),
    html: letterHtml(client, letter),
  }
}

/** The roles on the account whose holders a recipient of the kind can be. */
const rolesOf: Record<NoticeRole, readonly AccountRole[]> = {
  initiator: [],
  concerned: [],
  donors: donorRoles,
  'donors-unless-initiator': donorRoles,
  'primary-advisor': ['primary_advisor'],
}

/** Each living person once. The person who started the event gets the text for them, whatever other role they have. */
async function recipientsOf(
  trx: Kysely<DB>,
  { kind, accountId, initiator, concerned = null }: NoticeEvent,
): Promise<Recipient[]> {
  const { recipients, mayBeSwitchedOff } = noticeKinds[kind]
  const wanted: readonly NoticeRole[] = recipients
  const people = await findPeopleInRoles(trx, accountId, [...donorRoles, 'primary_advisor'])
  const found = new Map<string, Recipient>()
  const initiatorIsDonor = people.some(({ key, role }) => key === initiator && isDonorRole(role))
  if (wanted.includes('initiator') && initiator !== null) {
    const person = await findPersonWithAccess(trx, accountId, initiator)
    if (person)
      found.set(initiator, {
        ...person,
        key: initiator,
        isInitiator: true,
        isConcerned: initiator === concerned?.key,
        isDonor: initiatorIsDonor,
        hasLogin: true,
      })
  }
  if (wanted.includes('concerned') && concerned !== null)
    found.set(concerned.key, {
      ...concerned,
      isInitiator: false,
      isConcerned: true,
      isDonor: false,
      hasLogin: true,
    })
  for (const wantedRole of wanted) {
    if (wantedRole === 'donors-unless-initiator' && initiatorIsDonor) continue
    for (const { role, ...person } of people)
      if (rolesOf[wantedRole].includes(role) && !found.has(person.key))
        found.set(person.key, {
          ...person,
          isInitiator: person.key === initiator,
          isConcerned: person.key === concerned?.key,
          isDonor: people.some(other => other.key === person.key && isDonorRole(other.role)),
        })
  }
  const off = mayBeSwitchedOff ? await findSwitchedOff(trx, kind, [...found.keys()]) : new Set<string>()
  // The key of the sponsor's staff, who sign too, names no person.
  const deceased = await findDeceased(trx, [...found.keys()].filter(isUuid))
  return [...found.values()].filter(({ key }) => !off.has(key) && !deceased.has(key))
}
