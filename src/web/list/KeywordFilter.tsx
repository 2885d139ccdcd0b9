import type { ReactNode } from 'react'
import { Button } from '../ui/actions/Button.tsx'
import { classNames } from '../ui/class-names.ts'
import { SearchField } from '../ui/fields/SearchField.tsx'
import styles from './ListTable.module.css'

export type KeywordFilterProps = {
  name: string
  label: string
  value: string
  onChange: (value: string) => void
  /** The keywords of the rows shown, which are those of some moments ago. */
  searchedFor: string
  autoFocus?: boolean
  /** Filters of one line, in the toolbar. */
  beside?: ReactNode
  /** Other filters of the list, below the toolbar. */
  children?: ReactNode
  /** Whether they are shown, where a button opens them; absent: always. */
  expansion?: { isOpen: boolean; onToggle: (isOpen: boolean) => void }
  /** Whether any of them leaves rows out; paper has them only then. */
  isFiltered?: boolean
}

/** Filters a list by keywords. The caller waits for the next key before it asks for rows (§9). */
export function KeywordFilter({
  name,
  label,
  value,
  onChange,
  autoFocus,
  beside,
  expansion,
}: KeywordFilterProps) {
  return (
    <>
      <SearchField
        label={label}
        isLabelHidden
        name={name}
        value={value}
        onChange={onChange}
        {...(autoFocus ? { autoFocus } : {})}
      />
      {beside}
      {expansion ? (
        <Button aria-expanded={expansion.isOpen} onPress={() => expansion.onToggle(!expansion.isOpen)}>
          Filters
        </Button>
      ) : null}
    </>
  )
}

/** What is below the toolbar: the other filters; on paper only those that leave rows out, and the keywords as text. */
export function FurtherFilters(props: KeywordFilterProps) {
  const { label, searchedFor, children, expansion, isFiltered = false } = props
  const isOpen = expansion?.isOpen ?? true
  return (
    <>
      {searchedFor.trim() === '' ? null : (
        <p className={styles.keywords}>
          {label}: “{searchedFor.trim()}”
        </p>
      )}
      {children && isOpen ? <div className={classNames(!isFiltered && styles.unused)}>{children}</div> : null}
    </>
  )
}
