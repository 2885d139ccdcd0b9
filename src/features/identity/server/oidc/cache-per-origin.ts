import type { Client } from '../../../../clients/client.ts'

/** How long something is kept before it is made anew, so that a new signing key or configuration is taken up. */
const keptMs = 10 * 60 * 1000
const mostKept = 64

/**
 * Makes something once for each address under which a client is seen, and each `name` there, and anew after ten minutes. It is a cache
 * and no more: all that must outlive it is in the database.
 */
export function cachePerOrigin<T>(
  make: (client: Client, origin: string, name: string) => Promise<T>,
): (client: Client, origin: string, name?: string) => Promise<T> {
  const kept = new Map<string, { made: Promise<T>; madeAtMs: number }>()
  return (client, origin, name = '') => {
    const key = `${client.name} ${origin} ${name}`
    const found = kept.get(key)
    if (found && performance.now() - found.madeAtMs < keptMs) return found.made
    const made = make(client, origin, name)
    kept.delete(key)
    kept.set(key, { made, madeAtMs: performance.now() })
    made.catch(() => kept.delete(key))
    // Hosts and ports that are not the portal's do not come this far (client-of-host.ts); were there ever more, the oldest goes.
    const [oldest] = kept.keys()
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest)
    return made
  }
}
