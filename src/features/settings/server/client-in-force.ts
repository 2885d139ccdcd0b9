import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { Client } from '../../../clients/client.ts'
import type { NotifiedCache } from '../../../server/db/notified-cache.ts'
import type { DB } from '../../../server/db/schema.ts'
import { applySettings } from '../domain/settings.ts'
import { listSetValues } from './settings.queries.ts'

/**
 * The client of a file with the settings in force: the one place where both come together. `realmDb`: of the client's realm. Jobs call it; a request's context has its result.
 */
export async function clientInForce(realmDb: Kysely<DB>, file: Client): Promise<Client> {
  const values = await listSetValues(realmDb, file.name)
  return values.length === 0 ? file : applySettings(file, values)
}

/** What is cached ends with a notification of the database, never by its own time. */
const never = new Date(8_640_000_000_000_000)

type Asked = {
  request: Pick<FastifyRequest, 'method' | 'log'>
  realmDb: Kysely<DB>
  file: Client
  now: Date
}

/**
 * The same for a request, cached until the database notifies a change (setting_change), so that no request reads it anew. While the
 * database does not answer, pages are still sent, with the settings of the file. A command needs those in force: their thresholds may be
 * lower.
 */
export async function clientOfRequest(
  cache: NotifiedCache,
  { request, realmDb, file, now }: Asked,
): Promise<Client> {
  const load = async () => ({ client: await clientInForce(realmDb, file), until: never })
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  try {
    return (await cache.getOrLoad({ group: file.name, key: 'settings', now }, load)).client
  } catch (error) {
    if (!isRead) throw error
    request.log.error({ err: error }, 'a request got the settings of the client’s file')
    return file
  }
}
