import { type ReactNode, useState } from 'react'
import type { PasskeyRequest } from '../../../contract/webauthn.ts'
import { call } from '../../../web/api/call.ts'
import { PasskeyError, promptForPasskey } from '../../../web/passkeys.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { Alert } from '../../../web/ui/notices/Alert.tsx'
import { factorFailure } from '../factors/factor-failure.ts'
import styles from './StepUp.module.css'
import { stepUp } from './step-up.contract.ts'

type PasskeyStepUpProps = {
  request: PasskeyRequest
  onVerified: () => void
  onRenew: () => Promise<void>
  cancel: ReactNode
}

/** Opens the browser's passkey prompt on press. A prompt that opens by itself could be mistaken for phishing. */
export function PasskeyStepUp({ request, onVerified, onRenew, cancel }: PasskeyStepUpProps) {
  const [isPending, setPending] = useState(false)
  const [shownFailure, setShownFailure] = useState<{ message: string; isConsumed: boolean } | null>(null)
  const verify = async () => {
    setPending(true)
    setShownFailure(null)
    try {
      const answer = await promptForPasskey(request)
      await call(stepUp, { body: { data: { type: 'command', attributes: { kind: 'passkey', answer } } } })
      onVerified()
    } catch (failure) {
      setPending(false)
      // A challenge that the server has seen is used up; after a cancellation in the browser it is still valid.
      setShownFailure({
        message: factorFailure(failure),
        isConsumed: !(failure instanceof PasskeyError),
      })
    }
  }
  return (
    <>
      {shownFailure === null ? null : <Alert kind="danger">{shownFailure.message}</Alert>}
      <div className={styles.row}>
        <Button
          kind="primary"
          autoFocus
          isPending={isPending}
          pendingText="Waiting for your passkey..."
          onPress={() => void (shownFailure?.isConsumed ? onRenew() : verify())}
        >
          {shownFailure === null ? 'Use your passkey' : 'Try again'}
        </Button>
        {cancel}
      </div>
    </>
  )
}
