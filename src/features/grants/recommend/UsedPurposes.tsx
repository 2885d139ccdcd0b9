import { clientContext } from '../../../web/client-context/client-context.ts'
import type { FormHandle } from '../../../web/form/use-form.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { type Purpose, purposeDescription } from '../domain/purpose.ts'
import type { GrantDraft } from './grant-draft.ts'
import styles from './UsedPurposes.module.css'

export type UsedPurpose = { purposeCode: Purpose; purposeText: string }

/** The purposes of earlier grants to this charity: one press instead of typing them again. */
export function UsedPurposes({ form, used }: { form: FormHandle<GrantDraft>; used: readonly UsedPurpose[] }) {
  const { locale } = clientContext().clientSettings
  if (used.length === 0) return null
  return (
    <fieldset className={styles.used}>
      <legend className={styles.label}>Purposes used before at this charity</legend>
      {used.map(({ purposeCode, purposeText }) => (
        <Button
          key={`${purposeCode} ${purposeText}`}
          kind="text"
          onPress={() => {
            form.set('purposeCode', purposeCode)
            form.set('purposeText', purposeText)
            form.set('benefitAnswer', null)
          }}
        >
          {purposeDescription(purposeCode, purposeText, locale)}
        </Button>
      ))}
    </fieldset>
  )
}
