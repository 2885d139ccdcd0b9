import * as z from 'zod/mini'
import type { IsoDate } from '../../domain/dates.ts'

/** A date that has to be entered; an empty field is null. */
export const requiredDate = (missing: string) =>
  z.pipe(z.custom<IsoDate | null>().check(z.refine(day => day !== null, missing)), z.custom<IsoDate>())

/** A box that has to be ticked. */
export const tickedBox = (missing: string) => z.boolean().check(z.refine(isTicked => isTicked, missing))
