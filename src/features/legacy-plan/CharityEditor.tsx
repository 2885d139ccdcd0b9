import { query } from '../../web/api/query.ts'
import { inClientEnglish } from '../../web/client-context/client-english.ts'
import { FormHeading } from '../../web/form/FormHeading.tsx'
import { AddBySearch } from '../../web/list/AddBySearch.tsx'
import { Button } from '../../web/ui/actions/Button.tsx'
import { charityChoice } from '../charities/domain/charity-choice.ts'
import { searchFundCharities } from '../charity-list/charity-list.contract.ts'
import styles from './LegacyPlan.module.css'
import { sectionTitles } from './plan-sections.ts'

type CharityEditorProps = {
  fundId: number
  /** The charities that are in the plan already. */
  taken: readonly string[]
  onSave: (charity: { charityId: string; name: string }) => void
  onClose: () => void
}

/** Finds a charity in the register and adds it to the plan. */
export function CharityEditor({ fundId, taken, onSave, onClose }: CharityEditorProps) {
  return (
    <div className={styles.editor}>
      <p className={styles.overline}>{sectionTitles.charities}</p>
      <FormHeading level={3}>New charity</FormHeading>
      <AddBySearch
        label={inClientEnglish('Find a charity by its name, number{,} or town')}
        name="charity-search"
        what="charities"
        queryOf={keywords =>
          query(searchFundCharities, { params: { fundId }, query: { keywords, first: 10 } })
        }
        choicesOf={({ data }) => data.map(charityChoice)}
        taken={taken}
        addText="Add to the plan"
        onAdd={({ id, name }) => onSave({ charityId: id, name })}
      />
      <p>
        <Button kind="text" onPress={onClose}>
          Close
        </Button>
      </p>
    </div>
  )
}
