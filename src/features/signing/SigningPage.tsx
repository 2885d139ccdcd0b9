import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import * as z from 'zod/mini'
import { LoadFailure } from '../../web/api/LoadFailure.tsx'
import { query, queryClient } from '../../web/api/query.ts'
import { PageHeading } from '../../web/routing/PageHeading.tsx'
import { useScreenParams } from '../../web/routing/screen-params.ts'
import { optionalParam, useSearchParams } from '../../web/routing/search-params.ts'
import { useCurrency } from '../../web/session/session.ts'
import { Alert } from '../../web/ui/notices/Alert.tsx'
import { Skeleton } from '../../web/ui/progress/Skeleton.tsx'
import { Steps } from '../../web/ui/progress/Steps.tsx'
import { ConsentStep } from './ConsentStep.tsx'
import { returnPath, type SigningEvent } from './domain/return-to.ts'
import { signingPaused } from './domain/signature.ts'
import { ReadAndSign } from './ReadAndSign.tsx'
import { Signers } from './Signers.tsx'
import styles from './Signing.module.css'
import { SigningState } from './SigningState.tsx'
import { type Envelope, getEnvelope } from './signing.contract.ts'
import { callsOfSession } from './signing-calls.ts'

const searchSchema = z.object({ returnTo: optionalParam(z.string().check(z.maxLength(2000))) })
const steps = [{ title: 'Agree to sign electronically' }, { title: 'Read and sign' }]

/** /sign/{envelopeId}: a document of the portal's own provider of signatures, for one of its signers. */
export function SigningPage() {
  const { envelopeId } = useScreenParams('/sign/$envelopeId')
  const options = query(getEnvelope, { params: { envelopeId } })
  const envelope = useQuery(options)
  if (envelope.isLoadingError) return <LoadFailure what="The document" requests={[envelope]} />
  if (!envelope.data) return <Skeleton shape="text" lines={10} label="Loading the document" />
  return (
    <Signing
      // What was typed for one document is not shown for another.
      key={envelopeId}
      envelope={envelope.data.data}
      onChange={data => queryClient.setQueryData(options.queryKey, { data })}
      onStale={() => void queryClient.invalidateQueries({ queryKey: options.queryKey })}
    />
  )
}

type SigningProps = {
  envelope: Envelope
  onChange: (envelope: Envelope) => void
  /** Another person or tab has changed the envelope. */
  onStale: () => void
}

function Signing({ envelope, onChange, onStale }: SigningProps) {
  const { returnTo } = useSearchParams(searchSchema)
  const navigate = useNavigate()
  const [isChanged, setChanged] = useState(false)
  const [startedAt] = useState(envelope.place.hasConsented ? 1 : 0)
  const { envelopeId, place, subject, currency } = envelope
  const [calls] = useState(() => callsOfSession(envelopeId))
  const isOfOtherBook = useCurrency() !== currency
  const step = place.hasConsented ? 1 : 0
  // The page from which the signer came shows the account of another book by now.
  const pathBack = (event: SigningEvent) => (isOfOtherBook ? null : returnPath(returnTo, event))
  const finish = (next: Envelope, event: SigningEvent) => {
    onChange(next)
    const path = pathBack(event)
    if (path === null) setChanged(true)
    else void navigate({ to: path })
  }
  return (
    <>
      <PageHeading title="Sign Document" lead={subject} takesFocus="always">
        Sign Document
      </PageHeading>
      {place.isTheirTurn && envelope.isPaused ? <Alert>{signingPaused}</Alert> : null}
      {place.isTheirTurn && !envelope.isPaused ? (
        <>
          <Steps label="Sign Document" steps={steps} current={step} />
          {step === 0 ? (
            <ConsentStep envelope={envelope} calls={calls} onConsented={onChange} onStale={onStale} />
          ) : (
            <ReadAndSign
              envelope={envelope}
              calls={calls}
              takesFocus={startedAt === 0}
              onFinished={finish}
              onStale={onStale}
            />
          )}
        </>
      ) : null}
      {place.isTheirTurn ? null : (
        <SigningState envelope={envelope} takesFocus={isChanged} back={pathBack('signed')} />
      )}
      <section className={styles.section}>
        <h2>Signers</h2>
        <Signers signers={envelope.signers} />
      </section>
    </>
  )
}
