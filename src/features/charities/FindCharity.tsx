import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LoadFailure } from '../../web/api/LoadFailure.tsx'
import { query } from '../../web/api/query.ts'
import { useDebounced } from '../../web/api/use-debounced.ts'
import { inClientEnglish } from '../../web/client-context/client-english.ts'
import { Button } from '../../web/ui/actions/Button.tsx'
import { SearchField } from '../../web/ui/fields/SearchField.tsx'
import { Entry, EntryList } from '../../web/ui/sections/EntryList.tsx'
import { VisuallyHidden } from '../../web/ui/text/VisuallyHidden.tsx'
import { searchCharities } from './charities.contract.ts'
import { placeLabel, taxIdLabel } from './domain/charity-labels.ts'
import { charityName } from './domain/charity-name.ts'

/** As the search of a grant's charity (§9). */
const searchDelayMs = 400
const minLength = 3

type FindCharityProps = {
  /** The charities that were added already. */
  taken: readonly string[]
  addText: string
  onAdd: (charity: { charityId: string; name: string }) => void
}

/** Finds a charity of the register. Those that cannot receive grants say why. */
export function FindCharity({ taken, addText, onAdd }: FindCharityProps) {
  const [typed, setTyped] = useState('')
  const keywords = useDebounced(typed.trim(), searchDelayMs)
  const isSearched = keywords.length >= minLength
  const found = useQuery({
    ...query(searchCharities, { query: { keywords, first: 10 } }),
    enabled: isSearched,
    placeholderData: keepPreviousData,
  })
  const rows = isSearched ? (found.data?.data ?? []) : []
  return (
    <>
      <SearchField
        label={inClientEnglish('Find a charity by its name, number or town')}
        name="charity-search"
        value={typed}
        onChange={setTyped}
      />
      {found.isError ? <LoadFailure what="Charities" requests={[found]} /> : null}
      <p role="status">{isSearched && found.data && rows.length === 0 ? 'No charities found.' : ''}</p>
      <EntryList>
        {rows.map(row => {
          const name = charityName(row.name)
          const isTaken = taken.includes(row.charityId)
          const note = isTaken ? 'Already added' : row.canBeSelected ? null : row.eligibility.sentence
          const add = (
            <Button kind="text" onPress={() => onAdd({ charityId: row.charityId, name })}>
              {addText}
              <VisuallyHidden> {name}</VisuallyHidden>
            </Button>
          )
          return (
            <Entry key={row.charityId} action={note === null ? add : null}>
              {name}
              <p>
                {[placeLabel(row), `${taxIdLabel(row.charityId)} ${row.taxId}`].filter(Boolean).join(', ')}
              </p>
              {note === null ? null : <p>{note}</p>}
            </Entry>
          )
        })}
      </EntryList>
    </>
  )
}
