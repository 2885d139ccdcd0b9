import * as z from 'zod/mini'
import { issueSentence } from './issue-sentences.ts'
import { type FieldErrors, Problem } from './problems.ts'
import type { RefusedBody } from './request-of.ts'

/** Why a body was not sent, with sentences by field, as the server would refuse it. */
export function refusalOf({ schema, body }: RefusedBody): Problem {
  const { error } = z.safeEncode(schema, body, { error: issueSentence })
  const errors: FieldErrors = {}
  for (const { path, message } of error?.issues ?? []) {
    // The field's name, without the envelope of the command and the number of a list's item.
    const field = String(path.findLast(part => typeof part === 'string') ?? '')
    errors[field] = [...new Set([...(errors[field] ?? []), message])]
  }
  return new Problem('validation', { errors })
}
