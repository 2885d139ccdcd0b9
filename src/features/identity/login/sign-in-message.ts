import { Problem } from '../../../contract/problems.ts'
import { shownInForm } from '../../../web/form/shown-in-form.ts'

/** §5: the server's text, which the login path does not show. */
const blanked = 'Invalid Username or Password'

/** Whatever went wrong is said in the form, at its top, and nowhere else; a refused password in the screen's own words. */
export function signInMessage(failure: unknown): never {
  if (failure instanceof Problem && failure.detail === blanked)
    throw new Problem(failure.code, {
      errors: { '': ['We could not log you in with this user ID and password. Check both and try again.'] },
    })
  shownInForm(failure)
}
