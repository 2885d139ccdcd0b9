import { useState } from 'react'
import type { FactorKind, FactorOffer, FactorResponse } from '../../../contract/factors.ts'
import { call } from '../../../web/api/call.ts'
import { supportsPasskeys } from '../../../web/passkeys.ts'
import { PageHeading } from '../../../web/routing/PageHeading.tsx'
import { Checkbox } from '../../../web/ui/fields/Checkbox.tsx'
import { Alert } from '../../../web/ui/notices/Alert.tsx'
import { OtherMethods } from '../factors/OtherMethods.tsx'
import { TypedFactor } from '../factors/TypedFactor.tsx'
import { finishSignInStep } from './continue-sign-in.ts'
import { PasskeyButton } from './PasskeyButton.tsx'
import styles from './SignInPage.module.css'
import { requestPasskey, verifySecondFactor } from './sign-in.contract.ts'
import { signInMessage } from './sign-in-message.ts'
import { isExpired } from './sign-in-request.ts'

const leads: Record<FactorKind, string> = {
  passkey: 'Your password is correct. Now confirm with your passkey.',
  code: 'Your password is correct. Now enter the code from your app.',
  'backup-code': 'Your password is correct. Now enter one of your backup codes.',
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
  /** Passes a call's result on, and returns to the password where the sign-in request expired. */
  const orExpired = <T,>(sent: Promise<T>): Promise<T> =>
    sent.catch((failure: unknown) => {
      if (isExpired(failure)) onExpired()
      throw failure
    })
  const verify = (factor: FactorResponse) =>
    orExpired(call(verifySecondFactor, { body: { factor, rememberDevice } }))
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
      <PageHeading title={title} lead={leads[kind]} takesFocus={false}>
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
            onAnswer={async answer => finishSignInStep(await verify({ kind: 'passkey', answer }))}
          />
        </>
      ) : (
        <TypedFactor
          key={kind}
          kind={kind}
          save={code => verify({ kind, code }).catch(signInMessage)}
          onSaved={finishSignInStep}
        >
          {rememberField}
        </TypedFactor>
      )}
      <OtherMethods
        kinds={kinds.filter(other => other !== kind)}
        onPick={setChosen}
        className={styles.options}
      />
    </>
  )
}
