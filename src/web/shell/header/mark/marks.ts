import type { Mark } from '../../../../tenants/mark.ts'

/*
 * Each client's mark is the file of its name in tenants/marks: a new client brings its own and nothing here changes.
 */
const files = import.meta.glob<{ mark: Mark }>('../../../../tenants/marks/*.ts', { eager: true })

/** The mark of a client, or null for one that has none and goes by its name alone. */
export function markOf(clientName: string): Mark | null {
  return files[`../../../../tenants/marks/${clientName}.ts`]?.mark ?? null
}
