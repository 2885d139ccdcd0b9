import { useId } from 'react'
import { clientContext } from '../../../web/client-context/client-context.ts'
import type { FieldHandle } from '../../../web/form/use-form.ts'
import { Checkbox } from '../../../web/ui/fields/Checkbox.tsx'
import { certificationPoints } from '../domain/certification.ts'
import styles from './CertifyFields.module.css'

/** The certification of one grant, or of several (§13). */
export function CertifyFields({
  form,
  isSeveral = false,
}: {
  form: { field: (name: 'certified') => FieldHandle<boolean> }
  isSeveral?: boolean
}) {
  const headingId = useId()
  const { locale } = clientContext().clientSettings
  return (
    <section aria-labelledby={headingId} className={styles.certification}>
      <h2 id={headingId} className={styles.heading}>
        Certification
      </h2>
      <ul className={styles.points}>
        {certificationPoints(locale, !isSeveral).map(point => (
          <li key={point}>{point}</li>
        ))}
      </ul>
      <Checkbox {...form.field('certified')}>I certify that these statements are true.</Checkbox>
    </section>
  )
}
