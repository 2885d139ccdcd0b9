import { useEffect, useRef } from 'react'
import { fieldId } from '../ui/fields/field-props.ts'
import styles from './Form.module.css'
import type { SummaryEntry } from './field-errors.ts'

type ErrorSummaryProps = {
  entries: readonly SummaryEntry[]
  /** Each refused submit counts one up and sends the focus here. */
  refusals: number
}

/** What is wrong with the form, at its top; takes the focus when a submit is refused, each line leads to its field. */
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

/** The field's own element, or the first thing in it that takes the focus (a group of radios, a box of dates). */
function focusField(field: string): void {
  const element = document.getElementById(fieldId(field))
  if (!element) return
  const canTakeFocus = 'input:not([type=hidden], [tabindex="-1"]), textarea, button, select, [tabindex="0"]'
  const target = element.matches(canTakeFocus) ? element : element.querySelector<HTMLElement>(canTakeFocus)
  element.scrollIntoView({ block: 'center' })
  target?.focus({ preventScroll: true })
}
