import * as z from 'zod/mini'
import { lengthObjection } from '../domain/password-length.ts'

/** The part of the rules that the browser knows: the length. */
export const newPassword = z.string().check(given => {
  const objection = lengthObjection(given.value)
  if (objection !== null) given.issues.push({ code: 'custom', message: objection, input: given.value })
})
