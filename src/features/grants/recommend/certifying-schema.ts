import * as z from 'zod/mini'
import type { TypedAdvice } from '../domain/advice.ts'
import { type AdviceRules, typedAdviceShape, typedAdviceViolation } from './advice-form.ts'

/** The schema of a form that certifies grants: with the advice where the sponsor's staff fill it in. */
export const certifyingSchema = <Shape extends Record<string, z.ZodMiniType>>(
  shape: Shape,
  rules: AdviceRules,
) =>
  z.object({ ...shape, ...typedAdviceShape }).check(context => {
    // Zod's type of a spread shape does not show the three fields.
    const violation = typedAdviceViolation(context.value as TypedAdvice, rules)
    if (violation !== null)
      context.issues.push({
        code: 'custom',
        message: violation.message,
        path: [violation.field],
        input: context.value,
      })
  })
