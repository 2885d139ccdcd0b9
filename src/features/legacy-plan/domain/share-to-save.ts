import * as z from 'zod/mini'
import { emailAddress } from '../../../contract/email-address.ts'
import { requiredLine } from '../../../contract/required-text.ts'
import { oneLine } from '../../../contract/typed-text.ts'
import { cleanCode, cleanText } from '../../../domain/clean-text.ts'
import { wholeHundredths } from './legacy-plan.ts'

const optional = (maxLength: number, clean = cleanText) =>
  z.nullable(oneLine(maxLength, undefined, clean).check(z.minLength(1)))

const shareHundredths = z
  .int()
  .check(z.minimum(1, 'Enter more than 0%'), z.maximum(wholeHundredths, 'Enter 100% or less'))

export const successorMaxLengths = { name: 120, relation: 60, phone: 40 } as const

/** An individual successor without their share. */
export const individualSuccessor = {
  name: requiredLine(successorMaxLengths.name, 'Enter the name'),
  relation: optional(successorMaxLengths.relation),
  email: z.nullable(emailAddress),
  phone: optional(successorMaxLengths.phone, cleanCode),
  yearOfBirth: z.nullable(
    z
      .int('Enter a year such as 1985')
      .check(z.minimum(1900, 'Enter a year from 1900'), z.maximum(2200, 'Enter a year such as 1985')),
  ),
}

export const shareToSave = z.discriminatedUnion('option', [
  z.object({
    option: z.literal(0),
    /** Of the current plan; null: the successor is new. */
    successorId: z.nullable(z.uuid()),
    ...individualSuccessor,
    shareHundredths,
  }),
  z.object({ option: z.literal(1), charityId: z.string().check(z.maxLength(20)), shareHundredths }),
])
export type ShareToSave = z.output<typeof shareToSave>
