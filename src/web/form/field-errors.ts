import { type FieldErrors, Problem, problems } from '../../contract/problems.ts'

/** One line of the error summary; without a field it is not a link. */
export type SummaryEntry = { field: string | null; message: string }

/**
 * The messages by field of a refused call, or null if it failed otherwise (which is a toast). Accepts a problem document or an
 * error that holds one, without knowing the class.
 */
export function fieldErrorsOf(failure: unknown): FieldErrors | null {
  if (typeof failure !== 'object' || failure === null) return null
  if ('errors' in failure && isFieldErrors(failure.errors)) return failure.errors
  return 'problem' in failure ? fieldErrorsOf(failure.problem) : null
}

/** A failure without messages by field as a sentence; null if the person was logged out, which is shown otherwise. */
export function sentenceOf(failure: unknown): string | null {
  if (!(failure instanceof Problem)) return problems.unexpected.title
  if (failure.code === 'signed-out') return null
  const { code, detail, traceId } = failure
  const sentence = detail ?? problems[code].title
  return problems[code].status < 500 || traceId === undefined ? sentence : `${sentence} ID: ${traceId}`
}

function isFieldErrors(value: unknown): value is FieldErrors {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.keys(value).length > 0 &&
    Object.values(value).every(
      messages => Array.isArray(messages) && messages.every(text => typeof text === 'string'),
    )
  )
}

/**
 * The lines of the summary: messages of the form's fields in their order, those about a part of a field with it, then those of other
 * fields as 'field - message' (§8).
 */
export function summaryOf(errors: FieldErrors, fields: readonly string[]): SummaryEntry[] {
  const fieldOf = (name: string) =>
    fields.find(field => field === name) ?? fields.find(field => name.startsWith(`${field}.`))
  const found = Object.entries(errors)
  const known = fields.flatMap(field =>
    found
      .filter(([name]) => fieldOf(name) === field)
      .flatMap(([, messages]) => messages.map(message => ({ field, message }))),
  )
  const unmapped = found
    .filter(([name]) => fieldOf(name) === undefined)
    .flatMap(([field, messages]) =>
      messages.map(message => ({ field: null, message: field === '' ? message : `${field} - ${message}` })),
    )
  return [...known, ...unmapped]
}

/** Deep equality of two drafts: a form whose changes were undone is pristine. */
export function isSameDraft(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  const keys = Object.keys(one)
  return (
    keys.length === Object.keys(other).length &&
    keys.every(
      // Keys of the first object, and `in` has found them in the other.
      key => key in other && isSameDraft(one[key as keyof typeof one], other[key as keyof typeof other]),
    )
  )
}
