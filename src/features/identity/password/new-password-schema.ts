import * as z from 'zod/mini'
import { lengthViolation } from '../domain/password-length.ts'

/** The part of the rules that the browser knows: the length. */
export const newPassword = z.string().check(given => {
  const violation = lengthViolation(given.value)
  if (violation !== null) given.issues.push({ code: 'custom', message: violation, input: given.value })
})
