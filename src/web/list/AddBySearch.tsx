import { keepPreviousData, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LoadFailure } from '../api/LoadFailure.tsx'
import { useDebounced } from '../api/use-debounced.ts'
import { Button } from '../ui/actions/Button.tsx'
import { SearchField } from '../ui/fields/SearchField.tsx'
import { Entry, EntryList } from '../ui/sections/EntryList.tsx'
import { VisuallyHidden } from '../ui/text/VisuallyHidden.tsx'

/** As the search of a grant's charity (§9). */
const searchDelayMs = 400
const minLength = 3

export type SearchChoice = {
  id: string
  name: string
  facts: string
  /** Why it cannot be added; null: it can. */
  refusal: string | null
}

type AddBySearchProps<Reply> = {
  label: string
  name: string
  /** What is searched for: `charities`. */
  what: string
  queryOf: (keywords: string) => UseQueryOptions<Reply>
  choicesOf: (reply: Reply) => readonly SearchChoice[]
  /** The ids of those that were added already. */
  taken: readonly string[]
  addText: string
  onAdd: (choice: SearchChoice) => void
}

/** A search while typing that adds what it finds. What cannot be added says why. */
export function AddBySearch<Reply>(props: AddBySearchProps<Reply>) {
  const { label, name, what, queryOf, choicesOf, taken, addText, onAdd } = props
  const [typed, setTyped] = useState('')
  const keywords = useDebounced(typed.trim(), searchDelayMs)
  const isSearched = keywords.length >= minLength
  const found = useQuery({ ...queryOf(keywords), enabled: isSearched, placeholderData: keepPreviousData })
  const choices = isSearched && found.data !== undefined ? choicesOf(found.data) : null
  return (
    <>
      <SearchField label={label} name={name} value={typed} onChange={setTyped} />
      {found.isLoadingError ? (
        <LoadFailure what={what.replace(/^./, first => first.toUpperCase())} requests={[found]} />
      ) : null}
      <p role="status">{choices?.length === 0 ? `No ${what} found.` : ''}</p>
      <EntryList>
        {choices?.map(choice => {
          const note = taken.includes(choice.id) ? 'Already added' : choice.refusal
          const add = (
            <Button kind="text" onPress={() => onAdd(choice)}>
              {addText}
              <VisuallyHidden> {choice.name}</VisuallyHidden>
            </Button>
          )
          return (
            <Entry key={choice.id} action={note === null ? add : null}>
              {choice.name}
              <p>{choice.facts}</p>
              {note === null ? null : <p>{note}</p>}
            </Entry>
          )
        })}
      </EntryList>
    </>
  )
}
