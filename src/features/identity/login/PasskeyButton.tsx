import { useState } from 'react'
import type { PasskeyRequest, PasskeyResponse } from '../../../contract/webauthn.ts'
import { promptForPasskey } from '../../../web/passkeys.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { Alert } from '../../../web/ui/notices/Alert.tsx'
import { factorFailure } from '../factors/factor-failure.ts'
import styles from './SignInPage.module.css'

type PasskeyButtonProps = {
  text: string
  kind?: 'primary' | 'quiet'
  autoFocus?: boolean
  /** Creates a new request for each attempt, because each can be answered once. */
  request: () => Promise<PasskeyRequest>
  /** Sends the answer; a failure is shown above the button. */
  onAnswer: (answer: PasskeyResponse) => Promise<void>
}

/** Opens the browser's passkey prompt on press. A prompt that opens by itself could be mistaken for phishing. */
export function PasskeyButton({
  text,
  kind = 'quiet',
  autoFocus = false,
  request,
  onAnswer,
}: PasskeyButtonProps) {
  const [isPending, setPending] = useState(false)
  const [errorMessage, setErrorMessage] = useState<string | null>(null)
  const press = async () => {
    setPending(true)
    setErrorMessage(null)
    try {
      await onAnswer(await promptForPasskey(await request()))
    } catch (failure) {
      setErrorMessage(factorFailure(failure))
    }
    setPending(false)
  }
  return (
    <>
      {errorMessage === null ? null : <Alert kind="danger">{errorMessage}</Alert>}
      <div className={styles.row}>
        <Button
          kind={kind}
          autoFocus={autoFocus}
          isPending={isPending}
          pendingText="Waiting for your passkey..."
          onPress={() => void press()}
        >
          {text}
        </Button>
      </div>
    </>
  )
}
