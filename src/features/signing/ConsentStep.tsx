import { useState } from 'react'
import * as z from 'zod/mini'
import { Form } from '../../web/form/Form.tsx'
import { tickedBox } from '../../web/form/required-fields.ts'
import { SubmitRow } from '../../web/form/SubmitRow.tsx'
import { useForm } from '../../web/form/use-form.ts'
import { Checkbox } from '../../web/ui/fields/Checkbox.tsx'
import { Alert } from '../../web/ui/notices/Alert.tsx'
import { RichText } from '../../web/ui/text/RichText.tsx'
import styles from './Signing.module.css'
import type { Envelope } from './signing.contract.ts'
import type { SigningCalls } from './signing-calls.ts'
import { conflictOf } from './signing-conflict.ts'

const schema = z.object({
  agrees: tickedBox('Select the box if you agree, or ask us for the document on paper'),
})

type ConsentStepProps = {
  envelope: Envelope
  calls: SigningCalls
  onConsented: (envelope: Envelope) => void
  onStale: () => void
}

/** The first step: what signing electronically means, and agreeing to it. */
export function ConsentStep({ envelope, calls, onConsented, onStale }: ConsentStepProps) {
  const [conflict, setConflict] = useState<string | null>(null)
  const { consent } = envelope
  const form = useForm({
    schema,
    initial: { agrees: false },
    save: async () => await calls.consent(consent.version),
    onSaved: onConsented,
    onFailure: failure => setConflict(conflictOf(failure, onStale)),
  })
  return (
    <section className={styles.section}>
      <h2>Agree to sign electronically</h2>
      {conflict === null ? null : (
        <Alert kind="caution" takesFocus>
          {conflict}
        </Alert>
      )}
      <RichText text={consent.text} headingLevel={3} />
      <div className={styles.after}>
        <Form form={form} guardsChanges={false} label="Agree to sign electronically">
          <Checkbox {...form.field('agrees')} isRequired>
            I have read this and agree to sign this document electronically
          </Checkbox>
          <SubmitRow isPending={form.isPending} submitText="Continue" />
        </Form>
      </div>
    </section>
  )
}
