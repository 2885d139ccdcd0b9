import * as z from 'zod/mini'

// Apart from problems.ts, which threads load that read files (src/server/heavy-work/): zod takes a third of their start.

/**
 * What others saved while the caller was editing: each changed field with its value before and after. `by` is a person of the fund, or
 * the sponsor for its staff; `at` an instant.
 */
const otherEdits = z.object({
  /** The revision to send with the next attempt, which then replaces what is listed here. */
  revision: z.int(),
  changes: z.array(
    z.object({
      field: z.string(),
      before: z.nullable(z.string()),
      after: z.nullable(z.string()),
      by: z.string(),
      at: z.string(),
    }),
  ),
})
export type OtherEdits = z.infer<typeof otherEdits>

/** The body of a failed call: an RFC 9457 problem document. */
export const problemDocument = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.optional(z.string()),
  traceId: z.string(),
  /** The public name of the service that is unavailable (§8). */
  service: z.optional(z.string()),
  errors: z.optional(z.record(z.string(), z.array(z.string()))),
  otherEdits: z.optional(otherEdits),
})
export type ProblemDocument = z.infer<typeof problemDocument>
