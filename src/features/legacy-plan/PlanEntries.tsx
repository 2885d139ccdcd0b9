import { type ReactNode, useState } from 'react'
import { Button } from '../../web/ui/actions/Button.tsx'
import { Entry, EntryList } from '../../web/ui/sections/EntryList.tsx'
import { VisuallyHidden } from '../../web/ui/text/VisuallyHidden.tsx'
import styles from './LegacyPlan.module.css'
import { type DraftShare, factsOf } from './plan-draft.ts'

type PlanEntriesProps = {
  title: string
  entries: readonly DraftShare[]
  empty: string
  addText: string
  isOpen: boolean
  onAdd: () => void
  /** Absent: entries are only added and removed. */
  onEdit?: (entry: DraftShare) => void
  onRemove: (entry: DraftShare) => void
  /** The open editor of this section. */
  children: ReactNode
}

/** The successors or the charities of the plan, with the editor of one of them. */
export function PlanEntries(props: PlanEntriesProps) {
  const { title, entries, empty, addText, isOpen, onAdd, onEdit, onRemove, children } = props
  /** Closing the editor gives the focus back to the button. */
  const [wasOpened, setOpened] = useState(false)
  return (
    <section className={styles.block}>
      <h2>{title}</h2>
      {entries.length === 0 ? (
        <p>{empty}</p>
      ) : (
        <EntryList>
          {entries.map(entry => (
            <Entry
              key={entry.key}
              action={
                isOpen ? null : (
                  <span className={styles.actions}>
                    {onEdit ? (
                      <Button kind="text" onPress={() => onEdit(entry)}>
                        Edit<VisuallyHidden> {entry.name}</VisuallyHidden>
                      </Button>
                    ) : null}
                    <Button kind="text" onPress={() => onRemove(entry)}>
                      Remove<VisuallyHidden> {entry.name}</VisuallyHidden>
                    </Button>
                  </span>
                )
              }
            >
              {entry.name}
              <p>{factsOf(entry)}</p>
            </Entry>
          ))}
        </EntryList>
      )}
      {isOpen ? children : null}
      {isOpen ? null : (
        <p>
          <Button
            autoFocus={wasOpened}
            onPress={() => {
              setOpened(true)
              onAdd()
            }}
          >
            {addText}
          </Button>
        </p>
      )}
    </section>
  )
}
