import type { Logo } from '../../clients/logo.ts'

/*
 * Each client's mark is the file of its name in clients/logos: a new client brings its own and nothing here changes.
 */
const files = import.meta.glob<{ logo: Logo }>('../../clients/logos/*.ts', { eager: true })

/** The mark of a client, or null for one that has none and goes by its name alone. */
export function markOf(clientName: string): Logo | null {
  return files[`../../clients/logos/${clientName}.ts`]?.logo ?? null
}
