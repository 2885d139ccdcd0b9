import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LoadFailure } from '../../web/api/LoadFailure.tsx'
import { query } from '../../web/api/query.ts'
import { useDebounced } from '../../web/api/use-debounced.ts'
import { inClientEnglish } from '../../web/client-context/client-english.ts'
import { FormHeading } from '../../web/form/FormHeading.tsx'
import { Button } from '../../web/ui/actions/Button.tsx'
import { SearchField } from '../../web/ui/fields/SearchField.tsx'
import { VisuallyHidden } from '../../web/ui/text/VisuallyHidden.tsx'
import { searchCharities } from '../charities/charities.contract.ts'
import { placeLabel, taxIdLabel } from '../charities/domain/charity-labels.ts'
import { charityName } from '../charities/domain/charity-name.ts'
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

/** Finds a charity in the register and adds it to the plan. Ineligible ones show the reason. */
export function CharityEditor({ taken, onSave, onClose }: CharityEditorProps) {
  const [text, setText] = useState('')
  const keywords = useDebounced(text.trim(), searchDelayMs)
  const isSearched = keywords.length >= minLength
  const found = useQuery({
    ...query(searchCharities, { query: { keywords, first: 10 } }),
    enabled: isSearched,
    placeholderData: keepPreviousData,
  })
  const rows = isSearched ? (found.data?.data ?? []) : []
  return (
    <div className={styles.editor}>
      <FormHeading level={3}>New Charity</FormHeading>
      <SearchField
        label={inClientEnglish('Find a charity by its name, number or town')}
        name="charity-search"
        value={text}
        onChange={setText}
      />
      {found.isError ? <LoadFailure what="Charities" requests={[found]} /> : null}
      <p role="status">{isSearched && found.data && rows.length === 0 ? 'No charities found.' : ''}</p>
      <ul className={styles.entries}>
        {rows.map(row => {
          const name = charityName(row.name)
          const isTaken = taken.includes(row.charityId)
          const note = isTaken ? 'Already in the plan' : row.canBeSelected ? null : row.eligibility.sentence
          return (
            <li key={row.charityId}>
              <div className={styles.entry}>
                {name}
                <p>
                  {[placeLabel(row), `${taxIdLabel(row.charityId)} ${row.taxId}`].filter(Boolean).join(', ')}
                </p>
                {note === null ? null : <p>{note}</p>}
              </div>
              {note === null ? (
                <Button kind="text" onPress={() => onSave({ charityId: row.charityId, name })}>
                  Add to the Plan<VisuallyHidden> {name}</VisuallyHidden>
                </Button>
              ) : null}
            </li>
          )
        })}
      </ul>
      <p>
        <Button kind="text" onPress={onClose}>
          Close
        </Button>
      </p>
    </div>
  )
}
