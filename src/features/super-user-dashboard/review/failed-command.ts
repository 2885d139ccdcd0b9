import { refreshAll } from '../../../web/query.ts'
import { showFailure } from '../../../web/show-failure.ts'
import { notConfirmed } from './use-confirmation.ts'

/** Said once, as a toast; somebody else may have been faster, so that what is shown is asked for anew. */
export function failedCommand(failure: unknown): void {
  if (failure === notConfirmed) return
  showFailure(failure)
  void refreshAll()
}
