import { hash } from 'node:crypto'
import { isIP } from 'node:net'
import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import type { AuditKind } from '../../contract/audit-kinds.ts'
import type { Endpoint, ReceivedUpload } from '../../contract/endpoint.ts'
import { Problem } from '../../contract/problems.ts'
import { dayMs } from '../../domain/durations.ts'
import { auditDetail } from '../audit/record-audit-event.ts'
import type { Actor } from '../auth/actor.ts'
import { inTransaction } from '../db/in-transaction.ts'
import type { DB } from '../db/schema.ts'
import type { DueWork } from '../jobs/due-work.ts'
import {
  type CommandId,
  deleteCommandsBefore,
  findCommand,
  insertCommand,
  storeReply,
} from './idempotent-commands.queries.ts'

type Command = {
  endpoint: Endpoint
  idempotencyKey: string
  /** The validated input. */
  input: { params: unknown; query: unknown; body?: unknown; upload?: ReceivedUpload }
  actor: Pick<Actor, 'userId' | 'sessionId'>
  client: string
  at: Date
  address: string
}

/**
 * Runs a command in a transaction of the book that also stores its key, its reply and its event for the audit log. A repeat by the
 * same person with the same key and input returns the first reply and changes nothing, also while the first still runs. A command
 * that fails stores nothing, so its key can be used again (docs/decisions/0049-idempotent-commands.md). Throws `conflict` where the
 * key was used with another input, and whatever `work` throws.
 */
export async function runOnce(
  db: Kysely<DB>,
  command: Command,
  work: (trx: Kysely<DB>) => Promise<unknown>,
): Promise<unknown> {
  const { endpoint } = command
  const id = idOf(command)
  const fingerprint = fingerprintOf(command.input)
  return await inTransaction(db, async trx => {
    if (await insertCommand(trx, { ...id, fingerprint, ...recordOf(command) })) {
      const reply = await work(trx)
      // Encoding checks the reply.
      const wire = JSON.stringify(z.encode(endpoint.reply, reply as never))
      await storeReply(trx, id.userId, id.target, id.idempotencyKey, wire, auditKindOf(endpoint, reply))
      return reply
    }
    const [first] = await findCommand(trx, id.userId, id.target, id.idempotencyKey)
    if (!first?.fingerprint.equals(fingerprint))
      throw new Problem('conflict', { detail: 'This was already sent with different details.' })
    // Decoding checks the stored reply.
    return z.decode(endpoint.reply, first.reply as never)
  })
}

const idOf = ({ endpoint, input, actor, idempotencyKey }: Command): CommandId => ({
  userId: actor.userId,
  target: `${endpoint.method} ${endpoint.path} ${textOf(input.params ?? {})}`,
  idempotencyKey,
})

const fingerprintOf = ({ query, body, upload }: Command['input']): Buffer =>
  hash(
    'sha256',
    upload ? Buffer.concat([Buffer.from(textOf(query)), upload.sha256]) : textOf({ query, body }),
    'buffer',
  )

/** JSON of validated input, whose fields have the order of their schema. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (_name, field: unknown) => (typeof field === 'bigint' ? `${field}n` : field)) ?? ''

/** What the audit log says: a command that waits for a second person has posted nothing. */
function auditKindOf({ audit, auditWhenFiled }: Endpoint, reply: unknown): AuditKind | null {
  const isFiled =
    auditWhenFiled !== undefined &&
    typeof reply === 'object' &&
    reply !== null &&
    'postingRequest' in reply &&
    reply.postingRequest !== null
  return (isFiled ? auditWhenFiled : audit) ?? null
}

function recordOf({ input, actor, client, at, address }: Command) {
  const params = Object.entries(input.params ?? {}).map(([name, value]) => [name, String(value)])
  return {
    at,
    detail: JSON.stringify(
      auditDetail({
        client,
        ...Object.fromEntries(params),
        ...amountsOf(input.body),
        ...(input.upload ? fileDetail(input) : {}),
      }),
    ),
    sessionId: actor.sessionId,
    address: isIP(address) ? address : null,
  }
}

/** The amounts of a command's body, under their names: `amountMinor`, `returnedMinor`. */
function amountsOf(body: unknown): Record<string, string> {
  // Read with care: a body of another form has no attributes.
  const attributes = (body as { data?: { attributes?: object } } | undefined)?.data?.attributes ?? {}
  return Object.fromEntries(
    Object.entries(attributes).flatMap(([name, value]) =>
      typeof value === 'bigint' && name.endsWith('Minor') ? [[name, String(value)]] : [],
    ),
  )
}

/** The name of an uploaded file, if its endpoint asks for one, and what identifies its bytes. */
const fileDetail = ({ query, upload }: Command['input']): Record<string, string> => ({
  ...(typeof query === 'object' && query !== null && 'name' in query ? { file: String(query.name) } : {}),
  ...(upload ? { hash: Buffer.from(upload.sha256).toString('hex') } : {}),
})

/** Long after any browser repeats a command by itself. */
const retentionMs = 90 * dayMs
const batchSize = 5000

export const eraseIdempotentCommands: DueWork = {
  name: 'erase-idempotent-commands',
  run: async ({ db, now, signal }) => {
    const before = new Date(now.getTime() - retentionMs)
    while (!signal.aborted && (await deleteCommandsBefore(db, before, batchSize)) === batchSize);
  },
}
