import type { OneTimeCodeSetUp } from '../../../contract/factors.ts'
import { call } from '../../../web/api/call.ts'
import { PageHeading } from '../../../web/routing/PageHeading.tsx'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { OneTimeCodeSteps } from '../factors/OneTimeCodeSteps.tsx'
import { finishSetUp } from './sign-in.contract.ts'
import { signInMessage } from './sign-in-message.ts'

type SetUpCodesProps = {
  setUp: OneTimeCodeSetUp
  onDone: (finished: { redirectTo: string; backupCodes: string[] }) => void
  onBack: () => void
}

export function SetUpCodes({ setUp, onDone, onBack }: SetUpCodesProps) {
  return (
    <>
      <PageHeading
        title="Set up one-time codes"
        lead="Use any authenticator app. Many password managers include one."
      >
        Set up one-time codes
      </PageHeading>
      <OneTimeCodeSteps
        setUp={setUp}
        save={code => call(finishSetUp, { body: { kind: 'code', ...code } }).catch(signInMessage)}
        onSaved={onDone}
        cancel={<Button onPress={onBack}>Back</Button>}
      />
    </>
  )
}
