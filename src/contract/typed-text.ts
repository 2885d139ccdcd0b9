import * as z from 'zod/mini'
import { cleanText } from '../domain/clean-text.ts'

/** Limits the length of a text that people type, with the sentence that says so. */
export const atMost = (most: number) =>
  z.maxLength(most, { error: () => `Use ${most.toLocaleString('en')} characters or fewer` })

/**
 * A text that people type or paste, without the spaces around it. Blanks and hyphens that do not break, and invisible characters, become
 * what they look like.
 */
export const typedText = (maxLength: number) =>
  z.string().check(z.overwrite(cleanText), z.trim(), atMost(maxLength))

/** The same on one line. `tooLong`: another sentence for one beyond `maxLength`. `clean`: `cleanCode` for what has no words. */
export const oneLine = (maxLength: number, tooLong?: string, clean = cleanText) =>
  z.string().check(
    z.overwrite(clean),
    z.trim(),
    tooLong === undefined ? atMost(maxLength) : z.maxLength(maxLength, tooLong),
    z.regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'Enter this on one line'),
    // A character that reverses the text could disguise the text beside it, such as the note that the name is unverified.
    z.regex(/^[^\u202e]*$/u, 'Remove the hidden characters that change the text direction'),
  )
