import { lazy, Suspense, useState } from 'react'
import { isProviderChoice } from './providers/is-provider-choice.ts'
import { ProviderChoice } from './providers/ProviderChoice.tsx'
import styles from './SignInPage.module.css'
import type { NextStep } from './sign-in.contract.ts'
import { FactorStep } from './steps/FactorStep.tsx'
import { finish } from './steps/go-on.ts'
import { PasswordStep } from './steps/PasswordStep.tsx'
import { SignInHelp } from './steps/SignInHelp.tsx'

/** Once in a person's life here: whoever signs in need not fetch it. */
const SetUpStep = lazy(() =>
  import('./steps/set-up/SetUpStep.tsx').then(module => ({ default: module.SetUpStep })),
)

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
