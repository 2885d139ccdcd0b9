import { useCallback, useEffect, useState } from 'react'
import { Problem, problems } from '../../../contract/problems.ts'
import { call } from '../../../web/api/call.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { Alert } from '../../../web/ui/notices/Alert.tsx'
import { Dialog } from '../../../web/ui/overlay/Dialog.tsx'
import { Skeleton } from '../../../web/ui/progress/Skeleton.tsx'
import { offerStepUp, type ProofKind, type StepUpOffer } from '../step-up.contract.ts'
import { OtherWays } from './OtherWays.tsx'
import { PasskeyStepUp } from './PasskeyStepUp.tsx'
import styles from './StepUp.module.css'
import { TypedFactor } from './TypedFactor.tsx'

type StepUpDialogProps = { onAnswer: (isVerified: boolean) => void }

type Offer =
  | { state: 'asked' }
  | { state: 'failed'; sentence: string }
  | { state: 'here'; offer: StepUpOffer }

/** Asks the person to confirm that it is them; what waits for it is sent again, or, when they take it back, not at all. */
export function StepUpDialog({ onAnswer }: StepUpDialogProps) {
  const [offered, setOffered] = useState<Offer>({ state: 'asked' })
  const ask = useCallback(async () => {
    setOffered({ state: 'asked' })
    try {
      setOffered({ state: 'here', offer: await call(offerStepUp, {}) })
    } catch (failure) {
      setOffered({ state: 'failed', sentence: sentenceOf(failure) })
    }
  }, [])
  useEffect(() => void ask(), [ask])
  return (
    <Dialog title="Please confirm it’s you" isOpen onClose={() => onAnswer(false)}>
      <p>
        For your security, we ask again if you haven’t confirmed in the last five minutes. Nothing you’ve
        entered will be lost.
      </p>
      {offered.state === 'asked' ? <Skeleton shape="text" lines={2} label="One moment" /> : null}
      {offered.state === 'failed' ? (
        <Alert kind="danger">
          <p>{offered.sentence}</p>
          <Button onPress={() => void ask()}>Try again</Button>
        </Alert>
      ) : null}
      {offered.state === 'here' ? (
        <Proofs
          offer={offered.offer}
          onVerified={() => onAnswer(true)}
          onRenew={ask}
          onCancel={() => onAnswer(false)}
        />
      ) : null}
    </Dialog>
  )
}

type ProofsProps = {
  offer: StepUpOffer
  onVerified: () => void
  /** A challenge is good once: the next try needs another. */
  onRenew: () => Promise<void>
  onCancel: () => void
}

/** One way at a time, the best first; the others are one press away. */
function Proofs({ offer, onVerified, onRenew, onCancel }: ProofsProps) {
  const [picked, setPicked] = useState<ProofKind | null>(null)
  const current = picked ?? offer.kinds[0]
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
        <TypedFactor key={current} kind={current} onVerified={onVerified} cancel={cancel} />
      )}
      <OtherWays kinds={offer.kinds.filter(kind => kind !== current)} onPick={setPicked} />
    </>
  )
}

function sentenceOf(failure: unknown): string {
  if (!(failure instanceof Problem)) return problems.unexpected.title
  return failure.detail ?? problems[failure.code].title
}
