import type { ReactNode } from 'react'
import { SearchField } from '../ui/fields/SearchField.tsx'

export type KeywordFilterProps = {
  name: string
  label: string
  value: string
  onChange: (value: string) => void
  /** The keywords of the rows shown, which are those of some moments ago. */
  searchedFor: string
  autoFocus?: boolean
  /** Other filters of the list, below the keywords. */
  children?: ReactNode
}

/** Filters a list by keywords. The caller waits for the next key before it asks for rows (§9). */
export function KeywordFilter({ name, label, value, onChange, autoFocus, children }: KeywordFilterProps) {
  return (
    <>
      <SearchField
        label={label}
        name={name}
        value={value}
        onChange={onChange}
        {...(autoFocus ? { autoFocus } : {})}
      />
      {children}
    </>
  )
}
