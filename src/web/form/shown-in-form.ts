import { Problem, problems } from '../../contract/problems.ts'

/**
 * For a form that shows every failure of its call itself: `call(…).catch(shownInForm)`. Logging out and step-up are not its
 * concern.
 */
export function shownInForm(failure: unknown): never {
  if (!(failure instanceof Problem) || failure.code === 'signed-out') throw failure
  throw new Problem(failure.code, {
    errors: failure.errors ?? { '': [failure.detail ?? problems[failure.code].title] },
  })
}
