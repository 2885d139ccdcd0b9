import * as z from 'zod/mini'
import type { IsoDate } from '../../domain/dates.ts'

/** A date that has to be entered; an empty field is null. */
export const requiredDate = (missing: string) =>
  z.pipe(z.custom<IsoDate | null>().check(z.refine(day => day !== null, missing)), z.custom<IsoDate>())

/** A box that has to be ticked. */
export const tickedBox = (missing: string) => z.boolean().check(z.refine(isTicked => isTicked, missing))

/** One of the schema's choices; null while nothing is chosen, which the schema refuses with its own sentence. */
export const requiredChoice = <Choice extends string>(schema: z.ZodMiniType<Choice, Choice>) =>
  // The field of a form may be null, although the schema accepts choices only.
  z.pipe(z.custom<Choice | null>(), schema as z.ZodMiniType<Choice, Choice | null>)
