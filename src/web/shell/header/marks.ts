import type { ComponentType } from 'react'

/*
 * Each client's mark is the file of its name in tenants/marks: a new client brings its own and nothing here changes.
 */
const files = import.meta.glob<{ Mark: ComponentType }>('../../../tenants/marks/*.tsx', { eager: true })

/** The mark of a client, or null for one that has none and goes by its name alone. */
export function markOf(clientName: string): ComponentType | null {
  return files[`../../../tenants/marks/${clientName}.tsx`]?.Mark ?? null
}
