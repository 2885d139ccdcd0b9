import type { Client } from '../../clients/client.ts'
import { clients } from '../../clients/clients.ts'
import { dateOf } from '../../domain/dates.ts'
import { approveVersion } from '../../features/content/server/editing/decide-content.ts'
import { type EditorSession, existsWithoutRow } from '../../features/content/server/editing/editor-session.ts'
import { getItem } from '../../features/content/server/editing/get-item.ts'
import { createItem, saveDraft } from '../../features/content/server/editing/save-draft.ts'
import { submitContent } from '../../features/content/server/editing/submit-content.ts'
import type { Databases } from '../../server/db/pools.ts'
import type { DemoUserIds } from '../people/demo-users.ts'
import { editorsDeeds } from './editor-texts.ts'

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

type ClientSettings = { client: Client; people: DemoUserIds; now: Date }

async function writeOne(databases: Databases, { client, people, now }: ClientSettings): Promise<void> {
  for (const { daysAgo, fields, as, ...key } of editorsDeeds(
    client.locale === 'en-GB' ? 'cheque' : 'check',
  )) {
    // Where one publishes alone nothing awaits anybody.
    if (as === 'awaiting' && !client.twoPersonPublishing) continue
    const at = new Date(now.getTime() - daysAgo * dayMs)
    const editorSession = editorSessionAt(databases, client, people.editor, at)
    const isThere = existsWithoutRow(editorSession, key) || (await isKept(editorSession, key))
    const { revision } = isThere
      ? await saveDraft(editorSession, key, {
          revision: (await getItem(editorSession, key)).revision,
          fields,
        })
      : await createItem(editorSession, { name: key.name, fields })
    if (as === 'draft') continue
    const publishAt = typeof as === 'object' ? new Date(now.getTime() + as.scheduledInDays * dayMs) : null
    const { awaiting } = await submitContent(editorSession, key, { revision, change: 'text', publishAt })
    if (awaiting === null || as === 'awaiting') continue
    const second = editorSessionAt(databases, client, people.super, new Date(at.getTime() + hourMs))
    await approveVersion(second, { ...key, number: awaiting.number })
  }
}

async function isKept({ realmDb, client }: EditorSession, { kind, name }: { kind: string; name: string }) {
  const found = await realmDb
    .selectFrom('content_item')
    .select('name')
    .where('client', '=', client.name)
    .where('kind', '=', kind)
    .where('name', '=', name)
    .executeTakeFirst()
  return found !== undefined
}

function editorSessionAt(databases: Databases, client: Client, userId: string, now: Date): EditorSession {
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
