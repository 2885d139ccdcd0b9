import { isIP } from 'node:net'
import type { Kysely } from 'kysely'
import type { AuditKind } from '../../contract/audit-kinds.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { DB } from '../db/schema.ts'
import type { ContextOf } from '../http/request-context.ts'
import { auditDetail } from './record-audit-event.ts'
import { insertCommandEvent } from './record-command.queries.ts'

/** Who ran a command, in which session and from where. */
export type CommandSource = {
  userId: string
  sessionId: string | null
  client: string
  address: string
  at: Date
}

export const commandSource = ({
  actor,
  client,
  request,
  clock,
}: Pick<
  ContextOf<Endpoint & { access: 'signed-in' }>,
  'actor' | 'client' | 'request' | 'clock'
>): CommandSource => ({
  userId: actor.userId,
  sessionId: actor.sessionId,
  client: client.name,
  address: request.ip,
  at: clock.now(),
})

/** Kinds that a book’s connection may record this way; the database refuses others (db/migrations/0056_recorded_commands.sql). */
type CommandKind = Extract<
  AuditKind,
  `${'charity-proposal' | 'relationship-request' | 'grant' | 'grants'}-${string}`
>

/**
 * Records the event of a command in its transaction `trx` of a book. `about`: ids and amounts, never what a person typed. A command that
 * the pipeline runs once declares `audit` instead.
 */
export async function recordCommand(
  trx: Kysely<DB>,
  kind: CommandKind,
  { userId, sessionId, client, address, at }: CommandSource,
  about: Record<string, string | bigint | number>,
): Promise<void> {
  const detail = {
    client,
    ...Object.fromEntries(Object.entries(about).map(([name, value]) => [name, String(value)])),
  }
  await insertCommandEvent(trx, {
    ...{ kind, userId, sessionId, at },
    address: isIP(address) ? address : null,
    detail: JSON.stringify(detail),
  })
}

/** Records in a transaction of a book that an operator's command replaced keys of its stored documents, which has no session. */
export async function recordRotatedKeys(
  trx: Kysely<DB>,
  { userId, at, detail }: { userId: string | null; at: Date; detail: Record<string, string> },
): Promise<void> {
  await insertCommandEvent(trx, {
    ...{ kind: 'document-keys-rotated', userId, sessionId: null, at, address: null },
    detail: JSON.stringify(auditDetail(detail)),
  })
}
