import { useState } from 'react'
import type * as z from 'zod/mini'
import type { ContactTopic } from '../../contract/contact-topics.ts'
import { Problem } from '../../contract/problems.ts'
import { shownInForm } from '../../web/form/shown-in-form.ts'

// What the visitors' and the members' form have in common.

/** The form's schema: the request's schema, with a topic that may still be null. */
export function draftSchema<Output, Input extends { topic: ContactTopic }>(
  request: z.ZodMiniType<Output, Input>,
): z.ZodMiniType<Output, Omit<Input, 'topic'> & { topic: ContactTopic | null }> {
  // The cast only widens the input type: the schema refuses null with its own message.
  return request as unknown as z.ZodMiniType<Output, Omit<Input, 'topic'> & { topic: ContactTopic | null }>
}

/**
 * Returns the idempotency key of a message: the same for the same contents, so that a retry after a lost response is not a
 * second message, and a new one after each change.
 */
export function useDraftKey(): (contents: unknown) => string {
  const [keyOf] = useState(() => {
    let last = { contents: '', key: '' }
    return (contents: unknown) => {
      const text = JSON.stringify(contents)
      if (text !== last.contents) last = { contents: text, key: crypto.randomUUID() }
      return last.key
    }
  })
  return keyOf
}

/**
 * Rethrows a failure so that the form shows what the sender can act on. The rest become toasts (§8).
 *
 * @throws always.
 */
export function rethrowForForm(failure: unknown): never {
  if (!(failure instanceof Problem)) throw failure
  if (failure.code === 'too-many-requests' || failure.code === 'conflict') return shownInForm(failure)
  const { botCheck, ...errors } = failure.errors ?? {}
  // The bot check is not a field, so its error belongs to the whole form.
  if (botCheck) throw new Problem('validation', { errors: { ...errors, '': botCheck } })
  throw failure
}
