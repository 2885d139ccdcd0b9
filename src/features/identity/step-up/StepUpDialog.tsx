import { useCallback, useEffect, useState } from 'react'
import { Problem, problems } from '../../../contract/problems.ts'
import { call } from '../../../web/api/call.ts'
import { shownInForm } from '../../../web/form/shown-in-form.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { Alert } from '../../../web/ui/notices/Alert.tsx'
import { Dialog } from '../../../web/ui/overlay/Dialog.tsx'
import { Skeleton } from '../../../web/ui/progress/Skeleton.tsx'
import { OtherMethods } from '../factors/OtherMethods.tsx'
import { TypedFactor } from '../factors/TypedFactor.tsx'
import { PasskeyStepUp } from './PasskeyStepUp.tsx'
import styles from './StepUp.module.css'
import { getStepUpOptions, type StepUpKind, type StepUpOffer, stepUp } from './step-up.contract.ts'

type StepUpDialogProps = { onAnswer: (isVerified: boolean) => void }

type OfferState =
  | { state: 'loading' }
  | { state: 'failed'; message: string }
  | { state: 'loaded'; offer: StepUpOffer }

/** Asks the person to verify their identity. Waiting calls are then sent again, or not at all if the person cancels. */
export function StepUpDialog({ onAnswer }: StepUpDialogProps) {
  const [offerState, setOfferState] = useState<OfferState>({ state: 'loading' })
  const load = useCallback(async () => {
    setOfferState({ state: 'loading' })
    try {
      setOfferState({ state: 'loaded', offer: await call(getStepUpOptions, {}) })
    } catch (failure) {
      setOfferState({ state: 'failed', message: messageOf(failure) })
    }
  }, [])
  useEffect(() => void load(), [load])
  return (
    <Dialog title="Please confirm it’s you" isOpen onClose={() => onAnswer(false)}>
      <p>
        For your security, we ask again if you haven’t confirmed in the last five minutes. Nothing you’ve
        entered will be lost.
      </p>
      {offerState.state === 'loading' ? <Skeleton shape="text" lines={2} label="One moment" /> : null}
      {offerState.state === 'failed' ? (
        <Alert kind="danger">
          <p>{offerState.message}</p>
          <Button onPress={() => void load()}>Try again</Button>
        </Alert>
      ) : null}
      {offerState.state === 'loaded' ? (
        <Methods
          offer={offerState.offer}
          onVerified={() => onAnswer(true)}
          onRenew={load}
          onCancel={() => onAnswer(false)}
        />
      ) : null}
    </Dialog>
  )
}

type MethodsProps = {
  offer: StepUpOffer
  onVerified: () => void
  /** Loads a new challenge; each works once. */
  onRenew: () => Promise<void>
  onCancel: () => void
}

/** One method at a time, the best first, with buttons for the others. */
function Methods({ offer, onVerified, onRenew, onCancel }: MethodsProps) {
  const [chosen, setChosen] = useState<StepUpKind | null>(null)
  const current = chosen ?? offer.kinds[0]
  if (current === undefined) {
    return (
      <>
        <Alert kind="caution" takesFocus>
          You can’t confirm that here. Please log out, log in again, and try again within five minutes.
        </Alert>
        <div className={styles.row}>
          <Button onPress={onCancel}>Close</Button>
        </div>
      </>
    )
  }
  const cancel = <Button onPress={onCancel}>Cancel</Button>
  return (
    <>
      {current === 'passkey' && offer.passkeyRequest !== null ? (
        <PasskeyStepUp
          request={offer.passkeyRequest}
          onVerified={onVerified}
          onRenew={onRenew}
          cancel={cancel}
        />
      ) : null}
      {current === 'passkey' ? null : (
        <TypedFactor
          key={current}
          kind={current}
          save={typed => sendTyped(current, typed)}
          onSaved={onVerified}
          cancel={cancel}
        />
      )}
      <OtherMethods
        kinds={offer.kinds.filter(kind => kind !== current)}
        onPick={setChosen}
        className={styles.options}
      />
    </>
  )
}

async function sendTyped(kind: Exclude<StepUpKind, 'passkey'>, typed: string): Promise<void> {
  const attributes = kind === 'password' ? { kind, password: typed } : { kind, code: typed }
  await call(stepUp, { body: { data: { type: 'command', attributes } } }).catch(shownInForm)
}

const messageOf = (failure: unknown): string =>
  failure instanceof Problem ? failure.message : problems.unexpected.title
