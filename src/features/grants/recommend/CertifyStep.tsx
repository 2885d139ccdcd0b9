import { advisorIn } from '../../../domain/advisor-word.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import type { FormHandle } from '../../../web/form/use-form.ts'
import { Checkbox } from '../../../web/ui/fields/Checkbox.tsx'
import styles from './CertifyStep.module.css'
import type { GrantDraft } from './grant-draft.ts'

/** The donor certifies that the grant brings no benefit and pays no legally binding pledge (§13). */
export function CertifyStep({ form }: { form: FormHandle<GrantDraft> }) {
  const advisor = advisorIn(clientContext().clientSettings.locale)
  return (
    <>
      <p>A grant is a gift to the charity alone. Please read and certify:</p>
      <ul className={styles.points}>
        <li>
          No donor, {advisor} or anyone related to them receives goods, services or any other benefit from
          this grant: no tickets, meals, membership benefits, auction items or tuition.
        </li>
        <li>The grant does not pay a legally binding pledge, in whole or in part.</li>
        <li>This is a recommendation: the sponsor makes the final decision.</li>
      </ul>
      <Checkbox {...form.field('certified')}>I certify that these statements are true.</Checkbox>
    </>
  )
}
