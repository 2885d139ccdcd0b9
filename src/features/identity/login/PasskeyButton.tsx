import { useState } from 'react'
import { Problem, problems } from '../../../contract/problems.ts'
import type { PasskeyAnswer, PasskeyRequest } from '../../../contract/webauthn.ts'
import { askForPasskey, PasskeyRefused } from '../../../web/passkeys.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { Alert } from '../../../web/ui/notices/Alert.tsx'
import styles from './SignInPage.module.css'

type PasskeyButtonProps = {
  text: string
  kind?: 'primary' | 'quiet'
  autoFocus?: boolean
  /** A fresh request each time: the answer to one is good once. */
  request: () => Promise<PasskeyRequest>
  /** Sends the answer; a failure is said above the button. */
  give: (answer: PasskeyAnswer) => Promise<void>
}

/** Has the browser ask for a passkey at a press: its own window, come unasked, is easily taken for somebody else's. */
export function PasskeyButton({
  text,
  kind = 'quiet',
  autoFocus = false,
  request,
  give,
}: PasskeyButtonProps) {
  const [isPending, setPending] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const press = async () => {
    setPending(true)
    setRefusal(null)
    try {
      await give(await askForPasskey(await request()))
    } catch (failure) {
      setRefusal(sentenceOf(failure))
    }
    setPending(false)
  }
  return (
    <>
      {refusal === null ? null : <Alert kind="danger">{refusal}</Alert>}
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

function sentenceOf(failure: unknown): string {
  if (failure instanceof PasskeyRefused) return failure.sentence
  if (!(failure instanceof Problem)) throw failure
  return failure.detail ?? problems[failure.code].title
}
