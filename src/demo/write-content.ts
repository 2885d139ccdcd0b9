import type { Client } from '../clients/client.ts'
import { clients } from '../clients/clients.ts'
import { dateOf } from '../domain/dates.ts'
import { dayMs, hourMs } from '../domain/durations.ts'
import { approveVersion } from '../features/content/server/editing/decide-content.ts'
import {
  type EditorSession,
  existsWithoutRow,
  type ItemKey,
} from '../features/content/server/editing/editor-session.ts'
import { getItem } from '../features/content/server/editing/get-item.ts'
import { createItem, saveDraft } from '../features/content/server/editing/save-draft.ts'
import { submitContent } from '../features/content/server/editing/submit-content.ts'
import type { Databases } from '../server/db/pools.ts'
import { editorActions } from './editor-texts.ts'
import type { DemoUserIds } from './people/demo-users.ts'

/** Clients with texts of their own; the others show the common texts. */
const clientNames = ['npt', 'rathbones']

/**
 * Writes content for two clients through the editors' own commands: versions, a draft, a scheduled text and, where the client
 * requires dual control, one that awaits approval.
 */
export async function writeDemoContent(
  databases: Databases,
  about: { userIds: ReadonlyMap<string, DemoUserIds>; now: Date },
): Promise<void> {
  for (const name of clientNames) {
    const client = clients[name]
    const people = client && about.userIds.get(client.realm)
    if (client && people) await writeClientContent(databases, { client, people, now: about.now })
  }
}

type ClientContent = { client: Client; people: DemoUserIds; now: Date }

async function writeClientContent(
  databases: Databases,
  { client, people, now }: ClientContent,
): Promise<void> {
  for (const { daysAgo, fields, state, ...key } of editorActions(client.locale)) {
    // Without dual control no text awaits approval.
    if (state === 'awaiting' && !client.twoPersonPublishing) continue
    const at = new Date(now.getTime() - daysAgo * dayMs)
    const editorSession = editorSessionOf(databases, client, people.editor, at)
    const isThere = existsWithoutRow(editorSession, key) || (await isSaved(editorSession, key))
    const { revision } = isThere
      ? await saveDraft(editorSession, key, {
          revision: (await getItem(editorSession, key)).revision,
          fields,
        })
      : await createItem(editorSession, { name: key.name, fields })
    if (state === 'draft') continue
    const publishAt =
      typeof state === 'object' ? new Date(now.getTime() + state.scheduledInDays * dayMs) : null
    const { awaiting } = await submitContent(editorSession, key, { revision, change: 'text', publishAt })
    if (awaiting === null || state === 'awaiting') continue
    const second = editorSessionOf(databases, client, people.super, new Date(at.getTime() + hourMs))
    await approveVersion(second, { ...key, number: awaiting.number })
  }
}

async function isSaved({ realmDb, client }: EditorSession, { kind, name }: ItemKey) {
  const found = await realmDb
    .selectFrom('content_item')
    .select('name')
    .where('client', '=', client.name)
    .where('kind', '=', kind)
    .where('name', '=', name)
    .executeTakeFirst()
  return found !== undefined
}

function editorSessionOf(databases: Databases, client: Client, userId: string, now: Date): EditorSession {
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
