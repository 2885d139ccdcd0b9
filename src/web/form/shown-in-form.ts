import { Problem, problems } from '../../contract/problems.ts'

/**
 * For a form that says by itself, at its top, whatever went wrong with what it sent: `call(…).catch(shownInForm)`. What logs
 * out or asks for proof is not the form's.
 */
export function shownInForm(failure: unknown): never {
  if (!(failure instanceof Problem) || failure.code === 'signed-out') throw failure
  throw new Problem(failure.code, {
    errors: failure.errors ?? { '': [failure.detail ?? problems[failure.code].title] },
  })
}
