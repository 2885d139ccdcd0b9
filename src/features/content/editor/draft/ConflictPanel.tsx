import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '../../../../web/ui/actions/Button.tsx'
import type { ContentFields } from '../../domain/content-fields.ts'
import { nameOf } from '../../domain/content-labels.ts'
import type { ContentItem } from '../../editing.contract.ts'
import { instantLabel } from '../content-times.ts'
import { labelOf } from '../item/field-table.ts'
import styles from './Draft.module.css'
import { plainTextOf } from './draft-store.ts'

type ConflictPanelProps = {
  mine: ContentFields
  theirs: ContentItem
  timeZone: string
  onAcceptTheirs: () => void
  onKeepMine: () => void | Promise<void>
}

/** Shown when someone else has saved in the meantime: who and when, both texts, and the choice between them. */
export function ConflictPanel({ mine, theirs, timeZone, onAcceptTheirs, onKeepMine }: ConflictPanelProps) {
  const panel = useRef<HTMLElement>(null)
  const headingId = useId()
  useEffect(() => panel.current?.focus(), [])
  const other = plainTextOf(theirs)
  const differing = Object.entries(mine).filter(
    ([field, value]) => field !== 'kind' && textOf(value) !== textOf(fieldOf(other, field)),
  )
  return (
    <section ref={panel} tabIndex={-1} aria-labelledby={headingId} className={styles.conflict}>
      <h2 id={headingId}>This was changed in the meantime</h2>
      <p>
        {whoAndWhen(theirs, timeZone)} Your changes are below and have not been saved. Choose which version to
        keep. Copy anything you need first.
      </p>
      {differing.map(([field, value]) => (
        <div key={field} className={styles.pair}>
          <h3>{labelOf(mine.kind, field)}</h3>
          <Side title="Yours" text={textOf(value)} />
          <Side
            title={theirs.changed?.person.isYou ? 'Your other window' : 'Theirs'}
            text={textOf(fieldOf(other, field))}
          />
        </div>
      ))}
      <div className={styles.choices}>
        <Button onPress={onAcceptTheirs}>Use the other version</Button>
        {theirs.may.edit ? (
          <Button kind="primary" onPress={() => void onKeepMine()}>
            Keep mine
          </Button>
        ) : (
          <p>
            It is awaiting approval now, so you can’t save your changes until then. Copy them if you need
            them.
          </p>
        )}
      </div>
    </section>
  )
}

function whoAndWhen({ changed }: ContentItem, timeZone: string): string {
  if (changed === null) return 'It has changed since you opened this page.'
  const who = changed.person.isYou ? 'You, in another window,' : nameOf(changed.person)
  return `${who} changed it on ${instantLabel(changed.at, timeZone)}.`
}

function Side({ title, text }: { title: string; text: string }) {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
  }
  return (
    <div>
      <div className={styles.sideHead}>
        <h4>{title}</h4>
        <Button
          kind="text"
          aria-label={`${isCopied ? 'Copied' : 'Copy'}: ${title}`}
          onPress={() => void copy()}
        >
          {isCopied ? 'Copied' : 'Copy'}
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be keyboard-accessible */}
      <pre tabIndex={0} className={styles.text}>
        {text === '' ? '(empty)' : text}
      </pre>
    </div>
  )
}

const fieldOf = (fields: ContentFields, name: string): unknown =>
  Object.entries(fields).find(([field]) => field === name)?.[1]

function textOf(value: unknown): string {
  if (value === true) return 'Yes'
  if (value === false) return 'No'
  return value === null || value === undefined ? '' : String(value)
}
