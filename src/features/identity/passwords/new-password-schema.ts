import * as z from 'zod/mini'
import { lengthViolation } from './domain/password-length.ts'

/** Checks the length, the only rule that the browser can check. */
export const newPassword = z.string().check(context => {
  const violation = lengthViolation(context.value)
  if (violation !== null) context.issues.push({ code: 'custom', message: violation, input: context.value })
})
