import { useEffect, useRef, useState } from 'react'
import { Button } from '../../web/ui/actions/Button.tsx'
import { DeclineForm } from './DeclineForm.tsx'
import { DocumentPages } from './DocumentPages.tsx'
import { SignForm } from './SignForm.tsx'
import styles from './Signing.module.css'
import type { DecisionProps } from './signing-calls.ts'

/** The second step: the document, and below it the signature or the reason to decline. */
export function ReadAndSign({ takesFocus, ...props }: DecisionProps & { takesFocus: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null)
  // After the first step its button is removed, and the page would stay scrolled to its former position.
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])
  const [declines, setDeclines] = useState(false)
  const [pages, setPages] = useState<'waiting' | 'shown' | 'failed'>('waiting')
  const { documentName, place } = props.envelope
  return (
    <>
      <section className={styles.section}>
        <h2 ref={heading} tabIndex={-1}>
          Read the document
        </h2>
        <DocumentPages calls={props.calls} documentName={documentName} onState={setPages} />
      </section>
      {/* Signers must have seen the document, and pages that load late must not move the form. */}
      <section className={styles.section} hidden={pages === 'waiting'}>
        <h2>{place.isSponsor ? 'Countersign' : 'Sign'}</h2>
        {/* Hidden instead of removed, so that nothing typed is lost. */}
        <div hidden={declines || pages === 'failed'}>
          <SignForm {...props} />
        </div>
        {declines ? (
          <DeclineForm {...props} onCancel={() => setDeclines(false)} />
        ) : (
          <p className={styles.after}>
            <Button kind="text" onPress={() => setDeclines(true)}>
              Decline to sign
            </Button>
          </p>
        )}
      </section>
    </>
  )
}
