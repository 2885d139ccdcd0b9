import { useId } from 'react'
import { clientContext } from '../../../web/client-context/client-context.ts'
import type { FieldHandle } from '../../../web/form/use-form.ts'
import { Checkbox } from '../../../web/ui/fields/Checkbox.tsx'
import { certificationPoints } from '../domain/certification.ts'
import styles from './CertifyFields.module.css'

/** The certification (§13), with what is certified. */
export function CertifyFields({
  form,
  what = 'my grant',
}: {
  form: { field: (name: 'certified') => FieldHandle<boolean> }
  /** What is certified: “these grants”. */
  what?: string
}) {
  const headingId = useId()
  const { locale } = clientContext().clientSettings
  return (
    <section aria-labelledby={headingId} className={styles.certification}>
      <h2 id={headingId} className={styles.heading}>
        Certification
      </h2>
      <ul className={styles.points}>
        {certificationPoints(locale).map(point => (
          <li key={point}>{point}</li>
        ))}
      </ul>
      <Checkbox {...form.field('certified')}>I certify that these statements are true of {what}.</Checkbox>
    </section>
  )
}
