import { Problem } from '../../contract/problems.ts'
import { shownInForm } from '../../web/form/shown-in-form.ts'

/**
 * Which failures stand at the top of the form: those that whoever writes can do something about there. The others are toasts of
 * §8's catalogue.
 */
export function refused(failure: unknown): never {
  if (!(failure instanceof Problem)) throw failure
  if (failure.code === 'too-many-requests' || failure.code === 'conflict') return shownInForm(failure)
  const { botCheck, ...errors } = failure.errors ?? {}
  // The check is no field that could be filled in: what is said of it stands by itself.
  if (botCheck) throw new Problem('validation', { errors: { ...errors, '': botCheck } })
  throw failure
}
