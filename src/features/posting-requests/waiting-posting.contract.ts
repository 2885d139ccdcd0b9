import * as z from 'zod/mini'
import { postingKindNames } from './domain/posting-kinds.ts'

/** A command that waits for a second person. */
export const waitingPosting = z.object({
  kind: z.enum(postingKindNames),
  requestedByName: z.string(),
  requestedAt: z.string(),
})
