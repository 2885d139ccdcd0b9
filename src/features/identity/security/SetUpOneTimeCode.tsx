import type { OneTimeCodeSetUp } from '../../../contract/factors.ts'
import { call } from '../../../web/api/call.ts'
import { showFailure } from '../../../web/api/show-failure.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { showToast } from '../../../web/ui/notices/toast-store.ts'
import { Dialog } from '../../../web/ui/overlay/Dialog.tsx'
import { addOneTimeCode } from '../factors/factors.contract.ts'
import { OneTimeCodeSteps } from '../factors/OneTimeCodeSteps.tsx'
import { refreshSecurity } from './refresh-security.ts'

type SetUpOneTimeCodeProps = { setUp: OneTimeCodeSetUp; onClose: () => void }

export function SetUpOneTimeCode({ setUp, onClose }: SetUpOneTimeCodeProps) {
  return (
    <Dialog title="Set up one-time codes" isOpen onClose={onClose}>
      <OneTimeCodeSteps
        setUp={setUp}
        save={attributes => call(addOneTimeCode, { body: { data: { type: 'command', attributes } } })}
        onSaved={() => {
          onClose()
          showToast({ header: 'One-time codes are set up', className: 'success' })
          void refreshSecurity()
        }}
        onFailure={failure => {
          onClose()
          showFailure(failure)
        }}
        cancel={<Button onPress={onClose}>Cancel</Button>}
      />
    </Dialog>
  )
}
