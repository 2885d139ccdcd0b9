import { FormHeading } from '../../web/form/FormHeading.tsx'
import { Button } from '../../web/ui/actions/Button.tsx'
import { FindCharity } from '../charities/FindCharity.tsx'
import styles from './LegacyPlan.module.css'

type CharityEditorProps = {
  /** The charities that are in the plan already. */
  taken: readonly string[]
  onSave: (charity: { charityId: string; name: string }) => void
  onClose: () => void
}

/** Finds a charity in the register and adds it to the plan. */
export function CharityEditor({ taken, onSave, onClose }: CharityEditorProps) {
  return (
    <div className={styles.editor}>
      <FormHeading level={3}>New Charity</FormHeading>
      <FindCharity taken={taken} addText="Add to the Plan" onAdd={onSave} />
      <p>
        <Button kind="text" onPress={onClose}>
          Close
        </Button>
      </p>
    </div>
  )
}
