import { lazy, Suspense, useState } from 'react'
import type { NextStep } from '../sign-in.contract.ts'
import { finish } from './continue-sign-in.ts'
import { FactorStep } from './FactorStep.tsx'
import { isProviderChoice } from './is-provider-choice.ts'
import { PasswordStep } from './PasswordStep.tsx'
import { ProviderChoice } from './ProviderChoice.tsx'
import { SignInHelp } from './SignInHelp.tsx'
import styles from './SignInPage.module.css'

/** Once in a person's life here: whoever signs in need not fetch it. */
const SetUpStep = lazy(() => import('./SetUpStep.tsx').then(module => ({ default: module.SetUpStep })))

/** The embedded provider's own page in the client's look: it takes the sign-in that this browser has begun to its end. */
export function SignInPage() {
  const [next, setNext] = useState<Exclude<NextStep, { step: 'done' }> | null>(null)
  const { search } = window.location
  return (
    <div className={styles.page}>
      {next === null && isProviderChoice(search) ? <ProviderChoice search={search} /> : null}
      {next === null && !isProviderChoice(search) ? (
        <PasswordStep onNext={step => (step.step === 'done' ? finish(step) : setNext(step))} />
      ) : null}
      {next?.step === 'factor' ? <FactorStep offer={next.offer} /> : null}
      <Suspense fallback={null}>{next?.step === 'set-up' ? <SetUpStep /> : null}</Suspense>
      <SignInHelp />
    </div>
  )
}
