import { useState } from 'react'
import { Button } from '../../web/ui/actions/Button.tsx'
import { DeclineForm } from './DeclineForm.tsx'
import { DocumentPages } from './DocumentPages.tsx'
import type { SigningEvent } from './domain/return-to.ts'
import { SignForm } from './SignForm.tsx'
import styles from './Signing.module.css'
import type { Envelope } from './signing.contract.ts'

export type DecisionProps = {
  envelope: Envelope
  onFinished: (envelope: Envelope, event: SigningEvent) => void
  onStale: () => void
}

/** The second step: the document, and below it the signature or the reason to decline. */
export function ReadAndSign(props: DecisionProps) {
  const [declines, setDeclines] = useState(false)
  const { envelopeId, documentName, place } = props.envelope
  return (
    <>
      <section className={styles.section}>
        <h2>Read the document</h2>
        <DocumentPages envelopeId={envelopeId} documentName={documentName} />
      </section>
      <section className={styles.section}>
        <h2>{place.isSponsor ? 'Countersign' : 'Sign'}</h2>
        {/* Hidden instead of removed, so that nothing typed is lost. */}
        <div hidden={declines}>
          <SignForm {...props} />
        </div>
        {declines ? (
          <DeclineForm {...props} onCancel={() => setDeclines(false)} />
        ) : (
          <p>
            <Button kind="text" onPress={() => setDeclines(true)}>
              Decline to sign
            </Button>
          </p>
        )}
      </section>
    </>
  )
}
