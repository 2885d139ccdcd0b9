import { lazy, Suspense, useState } from 'react'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { paths } from '../../../web/routing/paths.ts'
import { useSession } from '../../../web/session/session.ts'
import { Link } from '../../../web/ui/actions/Link.tsx'
import { AlreadyLoggedIn } from './AlreadyLoggedIn.tsx'
import { finishSignInStep } from './continue-sign-in.ts'
import { FactorStep } from './FactorStep.tsx'
import { PasswordStep } from './PasswordStep.tsx'
import { ProviderChoice } from './ProviderChoice.tsx'
import styles from './SignInPage.module.css'
import type { NextStep } from './sign-in.contract.ts'

/** Loaded on demand, because a person needs it only once. */
const SetUpStep = lazy(() => import('./SetUpStep.tsx').then(module => ({ default: module.SetUpStep })))

/** The login screen of the embedded provider, in the client's design. It completes this browser's sign-in request. */
export function SignInPage() {
  const [next, setNext] = useState<Exclude<NextStep, { step: 'done' }> | null>(null)
  // Outlives the step, for people who have to enter their password once more.
  const [userId, setUserId] = useState('')
  const [hasExpired, setExpired] = useState(false)
  const session = useSession()
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
  if (session.state === 'signed-in')
    return (
      <div className={styles.page}>
        <AlreadyLoggedIn name={session.facts.username || session.facts.email} />
      </div>
    )
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

/** Whether the screen offers a choice of identity providers; otherwise it is the embedded provider's login. */
function isProviderChoice(search: string): boolean {
  const { identityProviders } = clientContext().clientSettings
  return (
    new URLSearchParams(search).has('choose') || !identityProviders.some(({ name }) => name === 'embedded')
  )
}

/** Below every step: the support contact, and after the first one a link to start again. */
function SignInHelp({ canStartAgain }: { canStartAgain: boolean }) {
  const { support } = clientContext().clientSettings
  return (
    <p className={styles.help}>
      Trouble logging in? E-mail <a href={`mailto:${support.email}`}>{support.email}</a> or call{' '}
      {support.phone}.
      {canStartAgain ? (
        <>
          {' '}
          If this page has been open for a while, <Link to={paths.signIn()}>start again</Link>.
        </>
      ) : null}
    </p>
  )
}
