import type * as z from 'zod/mini'
import type { ContactTopic } from '../../contract/contact-topics.ts'

/** A form's schema from what is sent: only that no topic may have been chosen yet, which the schema then refuses in its own words. */
export function draftSchema<Output, Input extends { topic: ContactTopic }>(
  sent: z.ZodMiniType<Output, Input>,
): z.ZodMiniType<Output, Omit<Input, 'topic'> & { topic: ContactTopic | null }> {
  // At run time nothing changes: null is an input like any other that the schema does not take.
  return sent as unknown as z.ZodMiniType<Output, Omit<Input, 'topic'> & { topic: ContactTopic | null }>
}
