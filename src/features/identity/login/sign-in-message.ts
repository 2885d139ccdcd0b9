import { Problem } from '../../../contract/problems.ts'
import { shownInForm } from '../../../web/form/shown-in-form.ts'

/** The server's text, which the login path does not show (§5). */
const hiddenText = 'Invalid Username or Password'

/** Shows every failure at the top of the form only, and replaces the server's text for a wrong password. */
export function signInMessage(failure: unknown): never {
  if (failure instanceof Problem && failure.detail === hiddenText)
    throw new Problem(failure.code, {
      errors: { '': ['We could not log you in with this user ID and password. Check both and try again.'] },
    })
  shownInForm(failure)
}
