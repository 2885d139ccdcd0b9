import * as z from 'zod/mini'
import type { IsoDate } from '../../../domain/dates.ts'
import { requiredDate } from '../../../web/form/required-fields.ts'
import { bankReference } from '../domain/grant-return.ts'

/** What staff enter about money that came back; the other commands leave it empty. */
export type ReturnDraft = {
  returnedMinor: bigint | null
  bankReference: string
  returnedOn: IsoDate | null
  isAnother: boolean
}

export const noReturn: ReturnDraft = {
  returnedMinor: null,
  bankReference: '',
  returnedOn: null,
  isAnother: false,
}

/** `leftMinor`: what the charity still has; `left` is the same as text. */
export const returnSchema = (leftMinor: bigint, left: string) => ({
  returnedMinor: z
    .nullable(z.bigint())
    .check(
      z.refine(
        value => value !== null && value > 0n && value <= leftMinor,
        `Enter the amount returned, up to the ${left} that the charity has`,
      ),
    ),
  bankReference,
  returnedOn: requiredDate('Enter the day on the bank’s statement'),
  isAnother: z.boolean(),
})

export const noReturnSchema = {
  returnedMinor: z.nullable(z.bigint()),
  bankReference: z.string(),
  returnedOn: z.nullable(z.custom<IsoDate>()),
  isAnother: z.boolean(),
}

/** A return that its schema has accepted. */
export function completeReturn({ returnedMinor, returnedOn, ...rest }: ReturnDraft) {
  if (returnedMinor === null || returnedOn === null) throw new Error('a return has an amount and a day')
  return { ...rest, returnedMinor, returnedOn }
}
