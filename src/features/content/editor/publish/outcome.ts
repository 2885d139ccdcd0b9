import type { ContentItem } from '../../editing.contract.ts'
import { instantLabel } from '../content-times.ts'

/** The message after a submission or approval, from the item's new state. */
export function outcomeLabel(item: ContentItem, timeZone: string): string {
  if (item.awaiting) return 'Sent for approval. Approvers will see it at the top of their list.'
  if (item.work.includes('scheduled') && item.scheduledFor !== null)
    return `It is scheduled for ${instantLabel(item.scheduledFor, timeZone)}.`
  const now = { own: 'Published', common: 'Returned to the default text', hidden: 'Hidden', nothing: 'Done' }
  return `${now[item.live]}. Readers will see this within seconds.`
}
