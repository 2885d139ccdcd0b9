import { dateOf } from '../../domain/dates.ts'
import { approveVersion } from '../../features/content/server/editing/changing/decide-content.ts'
import { createItem, saveDraft } from '../../features/content/server/editing/changing/save-draft.ts'
import { submitContent } from '../../features/content/server/editing/changing/submit-content.ts'
import { type Desk, existsByItself } from '../../features/content/server/editing/desk.ts'
import { getItem } from '../../features/content/server/editing/showing/get-item.ts'
import type { Databases } from '../../server/db/pools.ts'
import type { Client } from '../../tenants/client.ts'
import { clients } from '../../tenants/index.ts'
import type { DemoUserIds } from '../people/demo-users.ts'
import { editorsDeeds } from './editors-words.ts'

const dayMs = 24 * 3_600_000
const hourMs = dayMs / 24

/** Whose editors have been at work; the others show the common texts. */
const writing = ['npt', 'rathbones']

/**
 * What editors wrote at two clients: a history, a draft, something scheduled and, where two people publish, something that
 * awaits the second. Each by the editors' own functions, at a time of its own.
 */
export async function writeDemoContent(
  databases: Databases,
  about: { userIds: ReadonlyMap<string, DemoUserIds>; now: Date },
): Promise<void> {
  for (const name of writing) {
    const client = clients[name]
    const people = client && about.userIds.get(client.realm)
    if (client && people) await writeOne(databases, { client, people, now: about.now })
  }
}

type House = { client: Client; people: DemoUserIds; now: Date }

async function writeOne(databases: Databases, { client, people, now }: House): Promise<void> {
  for (const { daysAgo, fields, as, ...key } of editorsDeeds(
    client.locale === 'en-GB' ? 'cheque' : 'check',
  )) {
    // Where one publishes alone nothing awaits anybody.
    if (as === 'awaiting' && !client.twoPersonPublishing) continue
    const at = new Date(now.getTime() - daysAgo * dayMs)
    const desk = deskAt(databases, client, people.editor, at)
    const isThere = existsByItself(desk, key) || (await isKept(desk, key))
    const { revision } = isThere
      ? await saveDraft(desk, key, { revision: (await getItem(desk, key)).revision, fields })
      : await createItem(desk, { name: key.name, fields })
    if (as === 'draft') continue
    const publishAt = typeof as === 'object' ? new Date(now.getTime() + as.scheduledInDays * dayMs) : null
    const { awaiting } = await submitContent(desk, key, { revision, change: 'text', publishAt })
    if (awaiting === null || as === 'awaiting') continue
    const second = deskAt(databases, client, people.super, new Date(at.getTime() + hourMs))
    await approveVersion(second, { ...key, number: awaiting.number })
  }
}

async function isKept({ realmDb, client }: Desk, { kind, name }: { kind: string; name: string }) {
  const found = await realmDb
    .selectFrom('content_item')
    .select('name')
    .where('client', '=', client.name)
    .where('kind', '=', kind)
    .where('name', '=', name)
    .executeTakeFirst()
  return found !== undefined
}

function deskAt(databases: Databases, client: Client, userId: string, now: Date): Desk {
  return {
    client,
    book: client.book,
    today: dateOf(now, client.timeZone),
    realmDb: databases.realm(client.realm),
    now,
    userId,
    mayPublish: true,
    sessionId: null,
    address: '127.0.0.1',
  }
}
