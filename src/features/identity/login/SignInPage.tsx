import { lazy, Suspense, useState } from 'react'
import type { NextStep } from '../sign-in.contract.ts'
import { finishSignInStep } from './continue-sign-in.ts'
import { FactorStep } from './FactorStep.tsx'
import { isProviderChoice } from './is-provider-choice.ts'
import { PasswordStep } from './PasswordStep.tsx'
import { ProviderChoice } from './ProviderChoice.tsx'
import { SignInHelp } from './SignInHelp.tsx'
import styles from './SignInPage.module.css'

/** Loaded on demand, because a person needs it only once. */
const SetUpStep = lazy(() => import('./SetUpStep.tsx').then(module => ({ default: module.SetUpStep })))

/** The login screen of the embedded provider, in the client's design. It completes this browser's sign-in request. */
export function SignInPage() {
  const [next, setNext] = useState<Exclude<NextStep, { step: 'done' }> | null>(null)
  // Outlives the step, for people who have to enter their password once more.
  const [userId, setUserId] = useState('')
  const [hasExpired, setExpired] = useState(false)
  const { search } = window.location
  const proceed = (step: NextStep, typedUserId: string) => {
    setUserId(typedUserId)
    setExpired(false)
    if (step.step === 'done') finishSignInStep(step)
    else setNext(step)
  }
  const startOver = () => {
    setNext(null)
    setExpired(true)
  }
  return (
    <div className={styles.page}>
      {next === null && isProviderChoice(search) ? <ProviderChoice search={search} /> : null}
      {next === null && !isProviderChoice(search) ? (
        <PasswordStep userId={userId} hasExpired={hasExpired} onNext={proceed} />
      ) : null}
      {next?.step === 'factor' ? <FactorStep offer={next.offer} onExpired={startOver} /> : null}
      <Suspense fallback={null}>{next?.step === 'set-up' ? <SetUpStep /> : null}</Suspense>
      <SignInHelp canStartAgain={next !== null} />
    </div>
  )
}
