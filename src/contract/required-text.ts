import * as z from 'zod/mini'
import { oneLine, typedText } from './typed-text.ts'

// Texts that people have to type. Browser and server check them with the same schema; `missing` is the sentence for an empty one.

export const requiredText = (maxLength: number, missing: string) =>
  typedText(maxLength).check(z.minLength(1, missing))

export const requiredLine = (maxLength: number, missing: string) =>
  oneLine(maxLength).check(z.minLength(1, missing))

/** A name: stored with single spaces, so that searches find it. */
export const requiredName = (maxLength: number, missing: string, tooLong?: string) =>
  oneLine(maxLength, tooLong).check(
    z.overwrite(text => text.replaceAll(/ +/gu, ' ')),
    z.minLength(1, missing),
  )

/** The name of an account or a household has a letter or a number. */
export const hasLetterOrNumber = z.regex(/^$|[\p{L}\p{N}]/u, 'Use a name with letters or numbers')

/** The length of what people write about a step: its reason, a note for colleagues, a message to donors, an answer. */
export const maxMessageLength = 1000

export const requiredMessage = (missing: string) => requiredText(maxMessageLength, missing)

export const missingReason = 'Enter the reason'
export const missingAnswer = 'Write your answer'
export const missingMessageToDonor = 'Write a message to the donor'

export const requiredReason = requiredMessage(missingReason)
export const requiredAnswer = requiredMessage(missingAnswer)
export const messageToDonor = requiredMessage(missingMessageToDonor)
export const messageToDonors = requiredMessage('Write a message to the donors')
