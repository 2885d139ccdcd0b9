import { useEffect, useRef } from 'react'
import { fieldId } from '../ui/fields/field-props.ts'
import styles from './Form.module.css'
import type { SummaryEntry } from './field-errors.ts'

type ErrorSummaryProps = {
  entries: readonly SummaryEntry[]
  /** Counts refused submits: each one moves the focus here. */
  refusals: number
}

/** The errors of a form, above its fields. It takes the focus when a submit is refused; each line links to its field. */
export function ErrorSummary({ entries, refusals }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (refusals > 0) box.current?.focus()
  }, [refusals])
  if (entries.length === 0) return null
  return (
    <div ref={box} role="alert" tabIndex={-1} className={styles.summary}>
      <h2>There is a problem</h2>
      <ul>
        {entries.map(({ field, message }) => (
          <li key={`${field} ${message}`}>
            {field === null ? (
              message
            ) : (
              <a
                href={`#${fieldId(field)}`}
                onClick={event => {
                  event.preventDefault()
                  focusField(field)
                }}
              >
                {message}
              </a>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The field's element, the first focusable element in it (a radio group, a date field), or a group with nothing to focus itself. */
function focusField(field: string): void {
  const element = document.getElementById(fieldId(field))
  if (!element) return
  const canTakeFocus = 'input:not([type=hidden], [tabindex="-1"]), textarea, button, select, [tabindex="0"]'
  const target = element.matches(canTakeFocus) ? element : element.querySelector<HTMLElement>(canTakeFocus)
  element.scrollIntoView({ block: 'center' })
  ;(target ?? element).focus({ preventScroll: true })
}
