import { useState } from 'react'
import type { FactorKind, FactorOffer } from '../../../contract/factors.ts'
import { call } from '../../../web/api/call.ts'
import { supportsPasskeys } from '../../../web/passkeys.ts'
import { PageHeading } from '../../../web/routing/PageHeading.tsx'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { Checkbox } from '../../../web/ui/fields/Checkbox.tsx'
import { Alert } from '../../../web/ui/notices/Alert.tsx'
import { requestPasskey, verifySecondFactor } from '../sign-in.contract.ts'
import { CodeForm, type OrExpired } from './CodeForm.tsx'
import { finishSignInStep } from './continue-sign-in.ts'
import { PasskeyButton } from './PasskeyButton.tsx'
import styles from './SignInPage.module.css'
import { isExpired } from './sign-in-request.ts'

const labels: Record<FactorKind, { lead: string; instead: string }> = {
  passkey: {
    lead: 'Your password is correct. Now confirm with your passkey.',
    instead: 'Use a passkey instead',
  },
  code: {
    lead: 'Your password is correct. Now enter the code from your app.',
    instead: 'Use a one-time code instead',
  },
  'backup-code': {
    lead: 'Your password is correct. Now enter one of your backup codes.',
    instead: 'Use a backup code instead',
  },
}

type FactorStepProps = {
  offer: FactorOffer
  /** Called when the sign-in request expired, so that the password is needed again. */
  onExpired: () => void
}

/** The second factor: one kind at a time, the best first, with buttons for the others. */
export function FactorStep({ offer, onExpired }: FactorStepProps) {
  const kinds = offer.kinds.filter(kind => kind !== 'passkey' || supportsPasskeys())
  const [chosen, setChosen] = useState<FactorKind | null>(null)
  const [rememberDevice, setRememberDevice] = useState(false)
  const kind = chosen ?? kinds[0]
  const orExpired: OrExpired = sent =>
    sent.catch((failure: unknown) => {
      if (isExpired(failure)) onExpired()
      throw failure
    })
  const title = 'Confirm it’s you'
  if (kind === undefined)
    return (
      <>
        <PageHeading title={title}>Confirm it’s you</PageHeading>
        <Alert kind="caution">
          Your passkey can’t be used at this address or in this browser. Use the device or address where you
          set it up, or contact us for help.
        </Alert>
      </>
    )
  const rememberField = (
    <Checkbox name="rememberDevice" value={rememberDevice} onChange={setRememberDevice}>
      Don’t ask again on this device for 30 days
    </Checkbox>
  )
  return (
    <>
      <PageHeading title={title} lead={labels[kind].lead} takesFocus={false}>
        Confirm it’s you
      </PageHeading>
      {kind === 'passkey' ? (
        <>
          {rememberField}
          <PasskeyButton
            kind="primary"
            text="Use your passkey"
            autoFocus
            request={async () =>
              (await orExpired(call(requestPasskey, { body: { step: 'second' } }))).passkeyRequest
            }
            onAnswer={async answer =>
              finishSignInStep(
                await orExpired(
                  call(verifySecondFactor, { body: { factor: { kind: 'passkey', answer }, rememberDevice } }),
                ),
              )
            }
          />
        </>
      ) : (
        <CodeForm
          key={kind}
          kind={kind}
          rememberDevice={rememberDevice}
          rememberField={rememberField}
          orExpired={orExpired}
        />
      )}
      <ul className={styles.options}>
        {kinds
          .filter(other => other !== kind)
          .map(other => (
            <li key={other}>
              <Button kind="text" onPress={() => setChosen(other)}>
                {labels[other].instead}
              </Button>
            </li>
          ))}
      </ul>
    </>
  )
}
