import type { Reply } from '../../../../../contract/endpoint.ts'
import { placeholders } from '../../../domain/placeholders.ts'
import type { getContentDesk } from '../../../editing.contract.ts'
import { placeholderValues, readItems } from '../../reading/published-content.ts'
import type { Desk } from '../desk.ts'

/** What the editor's screens need to know of the client besides the items. */
export async function deskFacts(desk: Desk): Promise<Reply<typeof getContentDesk>> {
  const { items } = await readItems(desk, desk.now)
  const values = placeholderValues(desk)
  const used = (of: (fields: (typeof items)[number]['fields']) => string | undefined) =>
    [...new Set(items.flatMap(({ fields }) => of(fields) ?? []))].toSorted()
  return {
    twoPersonPublishing: desk.client.twoPersonPublishing,
    mayPublish: desk.mayPublish,
    timeZone: desk.client.timeZone,
    placeholders: Object.entries(placeholders).map(([name, meaning]) => ({
      name,
      meaning,
      // The names of a record of placeholders are placeholders; the compiler only says string.
      value: values[name as keyof typeof placeholders],
    })),
    promoGroups: used(fields => (fields.kind === 'promo-card' ? fields.group : undefined)),
    topics: used(fields => (fields.kind === 'question' ? fields.topic : undefined)),
    resourceGroups: used(fields => (fields.kind === 'resource' ? fields.group : undefined)),
  }
}
