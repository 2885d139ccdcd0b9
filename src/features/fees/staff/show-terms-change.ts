import { refreshAll } from '../../../web/api/query.ts'
import { focusHeadingIfLost } from '../../../web/routing/after-removal.ts'
import { showToast } from '../../../web/ui/notices/toast-store.ts'

/** Says what was done and shows it. The focus of a button or form that went with it moves to the heading of the page. */
export async function showTermsChange(header: string): Promise<void> {
  showToast({ className: 'success', header })
  await refreshAll()
  // The form leaves the page after this turn.
  setTimeout(focusHeadingIfLost)
}
