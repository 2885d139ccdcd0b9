import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '../../web/api/query.ts'
import { useDebounced } from '../../web/api/use-debounced.ts'
import { FormHeading } from '../../web/form/FormHeading.tsx'
import { Button } from '../../web/ui/actions/Button.tsx'
import { ComboBox } from '../../web/ui/fields/ComboBox.tsx'
import { searchCharities } from '../charities/charities.contract.ts'
import { placeLabel } from '../charities/domain/charity-labels.ts'
import styles from './LegacyPlan.module.css'

/** As the search of a grant's charity (§9). */
const searchDelayMs = 400
const minLength = 3

type CharityEditorProps = {
  /** The charities that are in the plan already. */
  taken: readonly string[]
  onSave: (charity: { charityId: string; name: string }) => void
  onClose: () => void
}

/** Finds a charity in the register. Those that cannot receive grants are not offered. */
export function CharityEditor({ taken, onSave, onClose }: CharityEditorProps) {
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<{ charityId: string; name: string } | null>(null)
  const [errors, setErrors] = useState<readonly string[]>([])
  const keywords = useDebounced(text.trim(), searchDelayMs)
  const isSearched = keywords.length >= minLength && keywords !== chosen?.name
  const found = useQuery({
    ...query(searchCharities, { query: { keywords, first: 10 } }),
    enabled: isSearched,
  })
  const offered = (isSearched ? (found.data?.data ?? []) : []).filter(
    ({ charityId, canBeSelected }) => canBeSelected && !taken.includes(charityId),
  )
  return (
    <div className={styles.editor}>
      <FormHeading level={3}>New Charity</FormHeading>
      <ComboBox
        label="Charity"
        hint="Type a part of its name, its number or its town"
        name="charity"
        value={chosen?.charityId ?? null}
        choices={offered.map(row => ({ value: row.charityId, text: row.name, note: placeLabel(row) }))}
        search={{ text, onChange: setText, isPending: found.isFetching }}
        emptyText={isSearched ? 'No charity found that can receive grants' : 'Type at least three letters'}
        errors={errors}
        onChange={charityId => {
          const row = offered.find(each => each.charityId === charityId)
          if (!row) return
          setChosen({ charityId: row.charityId, name: row.name })
          setText(row.name)
          setErrors([])
        }}
      />
      <p className={styles.actions}>
        <Button onPress={() => (chosen === null ? setErrors(['Choose a charity']) : onSave(chosen))}>
          Save Charity
        </Button>
        <Button kind="text" onPress={onClose}>
          Close
        </Button>
      </p>
    </div>
  )
}
