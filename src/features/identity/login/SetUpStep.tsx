import { useState } from 'react'
import type { OneTimeCodeSetUp } from '../../../contract/factors.ts'
import { Problem, problems } from '../../../contract/problems.ts'
import { call } from '../../../web/api/call.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { knowsPasskeys, makePasskey, PasskeyRefused } from '../../../web/passkeys.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { Alert } from '../../../web/ui/notices/Alert.tsx'
import { PageHeading } from '../../../web/ui/text/PageHeading.tsx'
import { finishSetUp, startSetUp } from '../sign-in.contract.ts'
import { BackupCodes } from './BackupCodes.tsx'
import { continueSignIn } from './continue-sign-in.ts'
import { SetUpCodes } from './SetUpCodes.tsx'
import styles from './SignInPage.module.css'

type Finished = { redirectTo: string; backupCodes: string[] }

/** The first second factor, for whoever must have one: a passkey or an app, then codes for the day when both are lost. */
export function SetUpStep() {
  const [setUp, setSetUp] = useState<OneTimeCodeSetUp | null>(null)
  const [finished, setFinished] = useState<Finished | null>(null)
  if (finished !== null)
    return <BackupCodes codes={finished.backupCodes} onKept={() => continueSignIn(finished.redirectTo)} />
  if (setUp !== null) return <SetUpCodes setUp={setUp} onDone={setFinished} onBack={() => setSetUp(null)} />
  return <ChooseWay onCodes={setSetUp} onDone={setFinished} />
}

type ChooseWayProps = { onCodes: (setUp: OneTimeCodeSetUp) => void; onDone: (finished: Finished) => void }

function ChooseWay({ onCodes, onDone }: ChooseWayProps) {
  const { displayName } = clientContext().clientSettings
  const [isPending, setPending] = useState<'passkey' | 'code' | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const attempt = async (kind: 'passkey' | 'code') => {
    setPending(kind)
    setRefusal(null)
    try {
      const begun = await call(startSetUp, { body: { kind } })
      if (begun.kind === 'code') return onCodes(begun.setUp)
      const passkey = await makePasskey(begun.creation)
      onDone(await call(finishSetUp, { body: { kind: 'passkey', passkey } }))
    } catch (failure) {
      setRefusal(sentenceOf(failure))
      setPending(null)
    }
  }
  return (
    <>
      <PageHeading
        title={`Protect your account | ${displayName}`}
        lead="Passwords can be guessed or stolen. From now on, you also confirm with something only you have. Setting it up takes about a minute."
      >
        Protect your account
      </PageHeading>
      {refusal === null ? null : <Alert kind="danger">{refusal}</Alert>}
      {knowsPasskeys() ? (
        <section className={styles.way}>
          <h2>A passkey</h2>
          <p>
            Use your device’s screen lock: fingerprint, face or PIN. There’s nothing to type and nothing a
            scammer can ask you for.
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
      <section className={styles.way}>
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

function sentenceOf(failure: unknown): string {
  if (failure instanceof PasskeyRefused) return failure.sentence
  if (!(failure instanceof Problem)) throw failure
  return failure.detail ?? problems[failure.code].title
}
