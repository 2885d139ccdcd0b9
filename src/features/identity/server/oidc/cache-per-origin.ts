import type { Client } from '../../../../clients/client.ts'

/** After this time an entry is created again, so that new keys and metadata take effect. */
const maxAgeMs = 10 * 60 * 1000
const maxEntries = 64

/**
 * Caches one value for each client, origin and `name`, for ten minutes. State that must persist is in the database.
 */
export function cachePerOrigin<T>(
  create: (client: Client, origin: string, name: string) => Promise<T>,
): (client: Client, origin: string, name?: string) => Promise<T> {
  const entries = new Map<string, { value: Promise<T>; createdAtTickMs: number }>()
  return (client, origin, name = '') => {
    const key = `${client.name} ${origin} ${name}`
    const cached = entries.get(key)
    if (cached && performance.now() - cached.createdAtTickMs < maxAgeMs) return cached.value
    const value = create(client, origin, name)
    entries.delete(key)
    entries.set(key, { value, createdAtTickMs: performance.now() })
    value.catch(() => entries.delete(key))
    // Unknown hosts are rejected earlier (client-of-host.ts), so the limit is only a safeguard.
    const [oldest] = entries.keys()
    if (entries.size > maxEntries && oldest !== undefined) entries.delete(oldest)
    return value
  }
}
