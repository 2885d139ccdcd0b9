import { useState } from 'react'
import type { OneTimeCodeSetUp } from '../../../contract/factors.ts'
import { call } from '../../../web/api/call.ts'
import { createPasskey, supportsPasskeys } from '../../../web/passkeys.ts'
import { PageHeading } from '../../../web/routing/PageHeading.tsx'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { Alert } from '../../../web/ui/notices/Alert.tsx'
import { factorFailure } from '../factors/factor-failure.ts'
import { BackupCodes } from './BackupCodes.tsx'
import { continueSignIn } from './continue-sign-in.ts'
import { SetUpCodes } from './SetUpCodes.tsx'
import styles from './SignInPage.module.css'
import { finishSetUp, startSetUp } from './sign-in.contract.ts'

type Finished = { redirectTo: string; backupCodes: string[] }

/** Sets up a second factor for people who must have one: a passkey or one-time codes, then backup codes. */
export function SetUpStep() {
  const [setUp, setSetUp] = useState<OneTimeCodeSetUp | null>(null)
  const [finished, setFinished] = useState<Finished | null>(null)
  if (finished !== null)
    return <BackupCodes codes={finished.backupCodes} onSaved={() => continueSignIn(finished.redirectTo)} />
  if (setUp !== null) return <SetUpCodes setUp={setUp} onDone={setFinished} onBack={() => setSetUp(null)} />
  return <ChooseFactor onCodes={setSetUp} onDone={setFinished} />
}

type ChooseFactorProps = { onCodes: (setUp: OneTimeCodeSetUp) => void; onDone: (finished: Finished) => void }

function ChooseFactor({ onCodes, onDone }: ChooseFactorProps) {
  const [isPending, setPending] = useState<'passkey' | 'code' | null>(null)
  const [errorMessage, setErrorMessage] = useState<string | null>(null)
  const attempt = async (kind: 'passkey' | 'code') => {
    setPending(kind)
    setErrorMessage(null)
    try {
      const started = await call(startSetUp, { body: { kind } })
      if (started.kind === 'code') return onCodes(started.setUp)
      const passkey = await createPasskey(started.creation)
      onDone(await call(finishSetUp, { body: { kind: 'passkey', passkey } }))
    } catch (failure) {
      setErrorMessage(factorFailure(failure))
      setPending(null)
    }
  }
  return (
    <>
      <PageHeading
        title="Protect your account"
        lead="Passwords can be guessed or stolen. From now on, you also confirm with something only you have. Setting it up takes about a minute."
      >
        Protect your account
      </PageHeading>
      {errorMessage === null ? null : <Alert kind="danger">{errorMessage}</Alert>}
      {supportsPasskeys() ? (
        <section className={styles.alternative}>
          <h2>A passkey</h2>
          <p>
            Use your device’s screen lock, such as your fingerprint or a PIN. There’s nothing to type and
            nothing a scammer can ask you for.
          </p>
          <Button
            kind="primary"
            isPending={isPending === 'passkey'}
            pendingText="Waiting for your passkey..."
            onPress={() => void attempt('passkey')}
          >
            Add a passkey
          </Button>
        </section>
      ) : null}
      <section className={styles.alternative}>
        <h2>One-time codes</h2>
        <p>An app on your phone shows a new six-digit code every 30 seconds, even offline.</p>
        <Button
          isPending={isPending === 'code'}
          pendingText="One moment..."
          onPress={() => void attempt('code')}
        >
          Set up one-time codes
        </Button>
      </section>
    </>
  )
}
