import { type FieldErrors, Problem } from '../../contract/problems.ts'
import type { DraftShare } from './plan-draft.ts'

/** A refusal whose messages about the share with an index name the person or the charity: people never see an index. */
export function namedFailure(failure: unknown, shares: readonly DraftShare[]): unknown {
  if (!(failure instanceof Problem) || !failure.errors) return failure
  const errors: FieldErrors = {}
  for (const [field, messages] of Object.entries(failure.errors)) {
    const index = /^shares\.(\d+)/.exec(field)?.[1]
    const name = index === undefined ? undefined : shares[Number(index)]?.name
    const named = name === undefined ? messages : messages.map(message => `${name}: ${message}`)
    const known = index !== undefined || field === 'totalAllocation' ? 'shares' : field
    errors[known] = [...(errors[known] ?? []), ...named]
  }
  return { errors }
}
