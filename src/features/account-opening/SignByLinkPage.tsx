import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../web/api/call.ts'
import { showFailure } from '../../web/api/show-failure.ts'
import { LinkFailure, MissingLink } from '../../web/routing/MailedLink.tsx'
import { PageHeading } from '../../web/routing/PageHeading.tsx'
import { useLinkToken } from '../../web/routing/use-link-token.ts'
import { Button } from '../../web/ui/actions/Button.tsx'
import { Alert } from '../../web/ui/notices/Alert.tsx'
import { Skeleton } from '../../web/ui/progress/Skeleton.tsx'
import { Steps } from '../../web/ui/progress/Steps.tsx'
import { ConsentStep } from '../signing/ConsentStep.tsx'
import { signingPaused } from '../signing/domain/signature.ts'
import { ReadAndSign } from '../signing/ReadAndSign.tsx'
import { Signers } from '../signing/Signers.tsx'
import styles from '../signing/Signing.module.css'
import type { Envelope } from '../signing/signing.contract.ts'
import { callsOfLink } from './link-calls.ts'
import { getLinkAddress, openSigningLink, type SigningLinkView } from './signing-link.contract.ts'

const steps = [{ title: 'Agree to sign electronically' }, { title: 'Read and sign' }]

/** /new-account-opening/confirm: a donor without a login signs an application by the link that was mailed to them (§17). */
export function SignByLinkPage() {
  const { token } = useLinkToken()
  return (
    <>
      <PageHeading title="Sign an Application" lead="An application for a donor-advised fund account">
        Sign an Application
      </PageHeading>
      {token === null ? <MissingLink /> : <OpenedLink key={token} token={token} />}
    </>
  )
}

function OpenedLink({ token }: { token: string }) {
  const opened = useQuery({
    queryKey: ['signing-link', token],
    queryFn: ({ signal }) => call(openSigningLink, { body: { token } }, { signal }),
    retry: false,
    throwOnError: false,
    refetchOnWindowFocus: false,
    // Its document is made within seconds of the application being sent.
    refetchInterval: ({ state: { data } }) => (data?.state === 'preparing' ? 2000 : false),
  })
  if (opened.isError) return <LinkFailure what="The application" request={opened} />
  if (!opened.data) return <Skeleton shape="text" lines={10} label="Loading the application" />
  return <LinkedApplication token={token} view={opened.data} onStale={() => void opened.refetch()} />
}

type LinkedProps = { token: string; view: SigningLinkView; onStale: () => void }

function LinkedApplication({ token, view, onStale }: LinkedProps) {
  const { name, accountName, startedBy, reference, state, envelope } = view
  return (
    <>
      <p>
        Dear {name}, {startedBy} has prepared application {reference} for the account “{accountName}” and
        named you as a donor. Nothing is agreed until you sign.
      </p>
      {state === 'preparing' ? <p role="status">The document is being prepared...</p> : null}
      {state === 'signed' ? <Signed /> : null}
      {state === 'ended' ? (
        <Alert>This application no longer needs your signature. You don’t have to do anything.</Alert>
      ) : null}
      {state === 'waiting' && envelope === null ? (
        <SignElsewhere token={token} provider={view.provider} />
      ) : null}
      {state === 'waiting' && envelope !== null ? (
        <SignHere token={token} initial={envelope} onStale={onStale} />
      ) : null}
    </>
  )
}

function Signed({ takesFocus = false }: { takesFocus?: boolean }) {
  return (
    <Alert kind="success" heading="Thank You" takesFocus={takesFocus}>
      <p>
        You have signed the application. We’ll review it once everyone has signed. When the account has been
        created, we’ll send you an invitation to log in.
      </p>
    </Alert>
  )
}

/** At the portal's own provider. */
function SignHere({ token, initial, onStale }: { token: string; initial: Envelope; onStale: () => void }) {
  const [calls] = useState(() => callsOfLink(token))
  const [changed, setChanged] = useState<Envelope | null>(null)
  const envelope = changed ?? initial
  const { place } = envelope
  const step = place.hasConsented ? 1 : 0
  if (changed?.place.state === 'signed') return <Signed takesFocus />
  if (changed?.place.state === 'declined')
    return (
      <Alert kind="caution" heading="Declined" takesFocus>
        <p>You declined to sign this application. The person who prepared it will see your reason.</p>
      </Alert>
    )
  if (!place.isTheirTurn)
    return <Alert>Others have to sign first. We’ll e-mail you when it is your turn.</Alert>
  if (envelope.isPaused) return <Alert>{signingPaused}</Alert>
  return (
    <>
      <Steps label="Sign an Application" steps={steps} current={step} />
      {step === 0 ? (
        <ConsentStep envelope={envelope} calls={calls} onConsented={setChanged} onStale={onStale} />
      ) : (
        <ReadAndSign
          envelope={envelope}
          calls={calls}
          takesFocus={changed !== null}
          onFinished={setChanged}
          onStale={onStale}
        />
      )}
      <section className={styles.section}>
        <h2>Signers</h2>
        <Signers signers={envelope.signers} />
      </section>
    </>
  )
}

/** At another provider, to which the button leads. */
function SignElsewhere({ token, provider }: { token: string; provider: string }) {
  const [isPending, setPending] = useState(false)
  const go = async () => {
    setPending(true)
    try {
      const { meta } = await call(getLinkAddress, { body: { token } })
      window.location.assign(meta.url)
    } catch (failure) {
      showFailure(failure)
      setPending(false)
    }
  }
  return (
    <p>
      <Button kind="primary" isDisabled={isPending} onPress={() => void go()}>
        {isPending ? `Please Wait: Redirecting you to ${provider}` : `Sign at ${provider}`}
      </Button>
    </p>
  )
}
