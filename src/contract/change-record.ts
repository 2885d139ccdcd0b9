import * as z from 'zod/mini'

export const changeStates = ['waiting', 'made', 'declined', 'withdrawn', 'lapsed'] as const

/** Who asked for a change on screen and why, and what became of it: what each history of changes shows. Shapes of fields. */
export const changeRecord = {
  changeId: z.uuid(),
  state: z.enum(changeStates),
  reason: z.string(),
  requestedByName: z.string(),
  requestedAt: z.string(),
  /** The second person, or the one who withdrew it; null while it waits, and where one person was enough. */
  decidedByName: z.nullable(z.string()),
  decidedAt: z.nullable(z.string()),
  decisionReason: z.nullable(z.string()),
}

const record = z.object(changeRecord)
export type ChangeRecord = z.output<typeof record>

/** What a change that waits for a second person has besides. Shapes of fields. */
export const waitingRecord = {
  /** When it ends without a second person. */
  endsAt: z.string(),
  isOwn: z.boolean(),
  /** Why the caller may not confirm it, as a sentence; null if they may. */
  refusal: z.nullable(z.string()),
}
