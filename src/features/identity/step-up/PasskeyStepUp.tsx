import { type ReactNode, useState } from 'react'
import { Problem, problems } from '../../../contract/problems.ts'
import type { PasskeyRequest } from '../../../contract/webauthn.ts'
import { call } from '../../../web/api/call.ts'
import { askForPasskey, PasskeyRefused } from '../../../web/passkeys.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { Alert } from '../../../web/ui/notices/Alert.tsx'
import { stepUp } from '../step-up.contract.ts'
import styles from './StepUp.module.css'

type PasskeyStepUpProps = {
  request: PasskeyRequest
  onVerified: () => void
  onRenew: () => Promise<void>
  cancel: ReactNode
}

/** Begins at a press: a browser's own window that comes unasked is easily taken for somebody else's. */
export function PasskeyStepUp({ request, onVerified, onRenew, cancel }: PasskeyStepUpProps) {
  const [isPending, setPending] = useState(false)
  const [refusal, setRefusal] = useState<{ sentence: string; isConsumed: boolean } | null>(null)
  const prove = async () => {
    setPending(true)
    setRefusal(null)
    try {
      const answer = await askForPasskey(request)
      await call(stepUp, { body: { data: { type: 'command', attributes: { kind: 'passkey', answer } } } })
      onVerified()
    } catch (failure) {
      setPending(false)
      setRefusal(refusalOf(failure))
    }
  }
  return (
    <>
      {refusal === null ? null : <Alert kind="danger">{refusal.sentence}</Alert>}
      <div className={styles.row}>
        <Button
          kind="primary"
          autoFocus
          isPending={isPending}
          pendingText="Waiting for your passkey..."
          onPress={() => void (refusal?.isConsumed ? onRenew() : prove())}
        >
          {refusal === null ? 'Use your passkey' : 'Try again'}
        </Button>
        {cancel}
      </div>
    </>
  )
}

/** What the server has seen is spent; what the person took back in the browser is still good. */
function refusalOf(failure: unknown): { sentence: string; isConsumed: boolean } {
  if (failure instanceof PasskeyRefused) return { sentence: failure.sentence, isConsumed: false }
  if (!(failure instanceof Problem)) throw failure
  return { sentence: failure.detail ?? problems[failure.code].title, isConsumed: true }
}
