import { isIP } from 'node:net'
import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { fieldProblem } from '../../../contract/problems.ts'
import { asIsoDate } from '../../../domain/dates.ts'
import { maxViewRows } from '../../../domain/largest-view.ts'
import { invalidCursor } from '../../../server/http/keyset-page.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import type * as contract from '../audit.contract.ts'
import type { AuditEvent } from '../audit.contract.ts'
import type { AuditRow } from './audit.queries.ts'
import { countEvents, listEvents } from './audit.queries.ts'

const cursorOf = ({ at_text, seq }: AuditRow) => Buffer.from(`${at_text}|${seq}`).toString('base64url')

const personOf = (userId: string | null, name: string | null) =>
  userId === null ? null : { userId, name: name ?? userId }

/** Lists the audit events of this client's realm, newest first. Throws `validation` by field. */
export async function listAuditEvents(
  { query }: Pick<HandlerInput<typeof contract.listAuditEvents>, 'query'>,
  { client, realmDb }: Pick<ContextOf<typeof contract.listAuditEvents>, 'client' | 'realmDb'>,
): Promise<Reply<typeof contract.listAuditEvents>> {
  const { first, after, person, kind, from, to, address } = query
  const search = {
    person: person.trim(),
    kind,
    from,
    to,
    timeZone: client.timeZone,
    network: networkOf(address.trim()),
  }
  const cursor = after === undefined ? null : parseCursor(after)
  const rows = await listEvents(realmDb, search, { first: first + 1, after: cursor })
  const counted = cursor === null ? await countEvents(realmDb, search, maxViewRows + 1) : null
  const page = rows.slice(0, first)
  const last = page.at(-1)
  return {
    data: page.map(toResponse),
    meta: {
      total: counted === null || counted > maxViewRows ? null : counted,
      next: rows.length > first && last ? cursorOf(last) : null,
    },
  }
}

function toResponse(row: AuditRow): AuditEvent {
  const { client = null, ...detail } = row.detail
  return {
    seq: String(row.seq),
    at: row.at.toISOString(),
    recordedAt: row.recorded_at.toISOString(),
    kind: row.kind,
    person: personOf(row.sso_id, row.name),
    actor: personOf(row.actor_sso_id, row.actor_name),
    sessionId: row.session_id,
    address: row.address,
    client,
    detail,
    hash: row.hash.toString('hex'),
  }
}

function networkOf(text: string): string | null {
  if (text === '') return null
  const [address = '', bits, ...rest] = text.split('/')
  const version = isIP(address)
  const isNetwork =
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
  if (version === 0 || !isNetwork || rest.length > 0)
    throw fieldProblem('address', 'Enter an IP address such as 192.0.2.7, or a network such as 192.0.2.0/24')
  return text
}

function parseCursor(cursor: string): { at: string; seq: string } {
  const text = Buffer.from(cursor, 'base64url').toString('utf8')
  const [, at, seq] =
    /^(\d{4}-\d\d-\d\d (?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,6})?\+00)\|(\d{1,18})$/.exec(text) ?? []
  if (at === undefined || seq === undefined || asIsoDate(at.slice(0, 10)) === null) throw invalidCursor()
  return { at, seq }
}
