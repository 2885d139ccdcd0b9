import type { FormHandle } from '../../../web/form/use-form.ts'
import { Checkbox } from '../../../web/ui/fields/Checkbox.tsx'
import styles from './CertifyStep.module.css'
import type { GrantDraft } from './grant-draft.ts'

/** Open-points 6: no goods, services or benefit, and no legally binding pledge. */
export function CertifyStep({ form }: { form: FormHandle<GrantDraft> }) {
  return (
    <>
      <p>A grant is a gift to the charity and to nobody else. Please read and certify:</p>
      <ul className={styles.points}>
        <li>
          No goods, services or other benefit come from this grant to a donor, an advisor or anybody related
          to them: no tickets, meals, membership benefits, auction items or tuition.
        </li>
        <li>The grant does not meet a pledge that binds anybody by law, in whole or in part.</li>
        <li>It is a recommendation, which the sponsor of the fund reviews and decides.</li>
      </ul>
      <Checkbox {...form.field('certified')}>I certify that all of this is so.</Checkbox>
    </>
  )
}
