import { blockNames, type ContentKind } from '../../../../contract/content-kinds.ts'
import type { Actor } from '../../../../server/auth/actor.ts'
import type { BaseContext } from '../../../../server/http/request-context.ts'
import type { ContentFields } from '../../domain/content-fields.ts'
import { commonFields } from '../common-texts.ts'

/** Identifies an item at its client. */
export type ItemKey = { kind: ContentKind; name: string }

/** The editor, their client and the current time. */
export type EditorSession = Pick<BaseContext, 'client' | 'book' | 'realmDb' | 'today'> & {
  now: Date
  userId: string
  /** Whether they have CONTENT_PUBLISH. */
  mayPublish: boolean
  sessionId: string | null
  address: string
}

export function editorSessionOf({
  client,
  book,
  realmDb,
  today,
  clock,
  actor,
  request,
}: BaseContext & { actor: Actor }): EditorSession {
  return {
    client,
    book,
    realmDb,
    today,
    now: clock.now(),
    userId: actor.userId,
    mayPublish: actor.actions.has('CONTENT_PUBLISH'),
    sessionId: actor.sessionId,
    address: request.ip,
  }
}

/** The common text of the item in the client's locale; null if there is none. */
export function commonOf(
  { client, today }: Pick<EditorSession, 'client' | 'today'>,
  key: ItemKey,
): ContentFields | null {
  return commonFields(client, today, key)
}

/** Whether the item exists without a row: a common text, or a block that a place shows. */
export function existsWithoutRow(
  editorSession: Pick<EditorSession, 'client' | 'today'>,
  key: ItemKey,
): boolean {
  return (
    (key.kind === 'block' && Object.hasOwn(blockNames, key.name)) || commonOf(editorSession, key) !== null
  )
}
