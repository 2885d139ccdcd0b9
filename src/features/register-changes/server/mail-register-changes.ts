import { z } from 'zod'
import type { Client } from '../../../clients/client.ts'
import { screenAddress } from '../../../contract/screen-address.ts'
import { countOf } from '../../../domain/count-of.ts'
import { formatDate } from '../../../domain/dates.ts'
import { localEnglish } from '../../../domain/local-english.ts'
import { originOfClient } from '../../../server/http/client-of-host.ts'
import { task } from '../../../server/jobs/task.ts'
import type { Block } from '../../../server/mail/letter.ts'
import { writeMailsOfBook } from '../../../server/mail/person-mail.ts'
import { charityName } from '../../charities/domain/charity-name.ts'
import { type ChangeKind, changeKindNames, changeKinds } from '../../charities/domain/register-change.ts'
import { listTold, type ToldItem } from './comparison.queries.ts'

const forDonors = changeKindNames.filter(kind => changeKinds[kind].isForDonors)

/** More than the people of a book have charities that one import changes. */
const maxRows = 200_000
/** How many charities a mail names; the portal shows all. */
const maxNamed = 50

/**
 * Tells each person once what an import changed about the charities of their grants, schedules, lists and plans. A run that is repeated mails
 * nobody twice, because the import is the cause of the mail.
 */
export const mailRegisterChanges = task(
  'mail-register-changes',
  z.object({ client: z.string(), importId: z.string() }),
  async ({ client: clientName, importId }, { db, client: clientOf, originPattern, secret }) => {
    const client = clientOf(clientName)
    const told = Map.groupBy(await listTold(db, BigInt(importId), forDonors, maxRows), ({ key }) => key)
    const home = `${originOfClient(originPattern, client)}${screenAddress('/')}`
    for (const [key, items] of told) {
      const [first] = items
      if (first === undefined) continue
      const blocks = blocksOf(items, client)
      const screen = {
        address: home,
        purpose: localEnglish('to see your grants, schedules{,} and charities', client.locale),
      }
      await db.transaction().execute(trx =>
        writeMailsOfBook(trx, secret, [
          {
            ...{ client, kind: 'register-changed', cause: `register:${importId}:${key}`, to: first.email },
            letter: {
              subject: 'Changes on the charity register',
              name: first.name,
              blocks: first.has_login ? [...blocks, screen] : blocks,
            },
          },
        ]),
      )
    }
  },
  { slots: 'notices' },
)

/** What a person is told: by account and charity, those first that need attention. */
export function blocksOf(items: readonly ToldItem[], client: Client): Block[] {
  const charities = Map.groupBy(items, ({ account_id, change_id }) => `${account_id}:${change_id}`)
  const named = [...charities.values()].slice(0, maxNamed)
  const accounts = Map.groupBy(named, ([first]) => first?.account_id)
  const others = charities.size - named.length
  return [
    localEnglish(
      'We compared the latest file of the charity register with the one before. These charities that you support or have chosen are listed differently now.',
      client.locale,
    ),
    ...[...accounts.values()].map(ofAccount => ({
      lines: [`${ofAccount[0]?.[0]?.account_name}:`, ...ofAccount.map(of => sentencesOf(of, client))],
    })),
    ...(others === 0
      ? []
      : [`The portal shows ${countOf(others, 'more charity', client.locale, 'more charities')}.`]),
    'You don’t need to do anything. We will write to you about anything that we need from you.',
  ]
}

/** Being absent from a file does not mean that an exemption was revoked, so no sentence says that. */
const changeSentences = {
  gone: 'is no longer in the register’s file of {date}',
  'not-eligible': 'can no longer receive grants, as the register’s file of {date} shows',
  'to-a-person': 'needs a review by our staff before each grant, as the register’s file of {date} shows',
  // Before, it needed a review or could receive no grant at all.
  eligible: 'can receive grants without a special review by our staff now',
  revived: 'is in the register’s file again',
  renamed: 'is listed as {name} now',
  'other-class': 'is classified differently in the register’s file of {date}',
  'on-register': 'is on the register now',
} as const satisfies Record<ChangeKind, string>

const order: readonly ChangeKind[] = [
  'not-eligible',
  'gone',
  'to-a-person',
  'revived',
  'eligible',
  'renamed',
  'other-class',
  'on-register',
]

/** What happened to one charity, and to what relies on it. */
function sentencesOf(items: readonly ToldItem[], { locale }: Client): string {
  const [first] = items
  if (first === undefined) return ''
  const kind = order.find(each => first.kinds.includes(each)) ?? 'other-class'
  const name = charityName(first.charity_name)
  // People know the charity by the name that it had.
  const formerName = first.kinds.includes('renamed') ? charityName(first.former_name) : name
  const subject = kind === 'renamed' || formerName === name ? formerName : `${name}, until now ${formerName},`
  const change = changeSentences[kind]
    .replace('{date}', formatDate(first.file_date, locale))
    .replace('{name}', () => name)
  return [`${subject} ${change}.`, ...new Set(items.flatMap(whatFollows))].join(' ')
}

function whatFollows({ what, effect, stops, transaction_id: transactionId }: ToldItem): string[] {
  switch (what) {
    case 'grant':
      if (effect === 'returned')
        return [`Grant ${transactionId} is under review again; its amount stays set aside.`]
      return effect === 'to-return' || !stops ? [] : [`Grant ${transactionId} is under review.`]
    case 'schedule':
      return effect === 'waits' ? ['Your scheduled grants to it wait until we have looked into it.'] : []
    case 'plan':
      return ['It is named in the legacy plan.']
    case 'list':
      return ['It is on the charity list.']
    case 'draft':
    case 'basket':
      return ['It is in a recommendation that was not submitted yet.']
    case 'payee':
    case 'vetting':
      return []
  }
}
