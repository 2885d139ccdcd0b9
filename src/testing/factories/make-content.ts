import { randomUUID } from 'node:crypto'
import { clients } from '../../clients/clients.ts'
import { dateOf } from '../../domain/dates.ts'
import { dayMs } from '../../domain/durations.ts'
import type { FieldsOf } from '../../features/content/domain/content-fields.ts'
import { approveVersion } from '../../features/content/server/editing/decide-content.ts'
import type { EditorSession } from '../../features/content/server/editing/editor-session.ts'
import { getItem } from '../../features/content/server/editing/get-item.ts'
import { createItem } from '../../features/content/server/editing/save-draft.ts'
import { submitContent } from '../../features/content/server/editing/submit-content.ts'
import type { TestApp } from '../app.ts'

/** An item with the params of calls about it. `number`: its version, 1 if it has one. */
export type MadeContent = { kind: 'question'; name: string; revision: number; number: number }

export type ContentState = 'draft' | 'awaiting' | 'scheduled' | 'published'

export const exampleQuestion = (about: Partial<FieldsOf<'question'>> = {}): FieldsOf<'question'> => ({
  kind: 'question',
  topic: 'Grants',
  index: 500,
  question: 'May I ask something?',
  answer: 'At *any* time.',
  ...about,
})

/** The editor session of a user at a client. */
function editorSessionFor(
  portal: Pick<TestApp, 'databases'>,
  about: { client: string; userId: string; mayPublish?: boolean; now?: Date },
): EditorSession {
  const client = clients[about.client]
  if (!client) throw new Error(`there is no client ${about.client}`)
  const { userId, mayPublish = true, now = new Date() } = about
  return {
    client,
    book: client.book,
    today: dateOf(now, client.timeZone),
    realmDb: portal.databases.realm(client.realm),
    now,
    userId,
    mayPublish,
    sessionId: null,
    address: '127.0.0.1',
  }
}

/** Makes a question in the given state. `approver`, who is not its author, approves it. */
export async function makeContent(
  portal: Pick<TestApp, 'databases'>,
  about: { client: string; author: string; approver: string; state?: ContentState; now?: Date },
): Promise<MadeContent> {
  const { client, author, approver, state = 'draft', now = new Date() } = about
  const key = { kind: 'question' as const, name: `question-${randomUUID()}` }
  // A submission by a user who may only edit awaits approval even without dual control.
  const editorSession = editorSessionFor(portal, { client, userId: author, mayPublish: false, now })
  const { revision } = await createItem(editorSession, { name: key.name, fields: exampleQuestion() })
  if (state === 'draft') return { ...key, revision, number: 1 }
  const publishAt = state === 'scheduled' ? new Date(now.getTime() + dayMs) : null
  await submitContent(editorSession, key, { revision, change: 'text', publishAt })
  if (state !== 'awaiting')
    await approveVersion(editorSessionFor(portal, { client, userId: approver, now }), { ...key, number: 1 })
  const item = await getItem(editorSession, key)
  return { ...key, revision: item.revision, number: 1 }
}
