import { type FocusEvent, useState } from 'react'
import { useLocale } from 'react-aria-components/I18nProvider'
import type { IsoDate } from '../../../domain/dates.ts'
import {
  boundsProblem,
  type DateBounds,
  type DateReading,
  dateInFigures,
  readDate,
} from '../../../domain/read-date.ts'

/** A date as text while it is typed. */
export type TypedDay = {
  text: string
  /** Whether the field was left since the last change: only then it shows a problem. */
  isLeft: boolean
  /** The text changes, and perhaps the value with it. */
  type: (text: string, value?: IsoDate | null) => void
  /** What a text says. Bounds hold for another date than the value only, because the program may have set one outside. */
  read: (text: string) => DateReading
  /** The field was left with this text. A date is then written in figures; any other text stays as it is. */
  leave: (text: string, value?: IsoDate | null) => void
}

/**
 * The text of a date field, which says a date only when it is complete. Another value, such as that of Cancel or of the browser's
 * Back, replaces it.
 */
export function useTypedDay(value: IsoDate | null, bounds: DateBounds): TypedDay {
  const { locale } = useLocale()
  const shown = { text: dateInFigures(value, locale), value, isLeft: false }
  const [draft, setDraft] = useState(shown)
  const current = draft.value === value ? draft : shown
  if (current !== draft) setDraft(current)
  const read = (text: string): DateReading => {
    const reading = readDate(text, locale)
    if (reading.date === null || reading.date === value) return reading
    const problem = boundsProblem(reading.date, bounds, locale)
    return problem === null ? reading : { date: null, problem }
  }
  return {
    text: current.text,
    isLeft: current.isLeft,
    type: (text, next = value) => setDraft({ text, value: next, isLeft: false }),
    read,
    leave: (text, next = value) => {
      const { date } = read(text)
      setDraft({ text: date === null ? text : dateInFigures(date, locale), value: next, isLeft: true })
    },
  }
}

/** Props of an element that calls `onLeave` when the focus leaves it with all that it contains. */
export const leaving = (onLeave: () => void) => ({
  onBlur: (event: FocusEvent<HTMLElement>) => {
    const { currentTarget, target, relatedTarget } = event
    // The calendar is inside for React, but elsewhere in the document.
    if (!currentTarget.contains(target) || currentTarget.contains(relatedTarget)) return
    // Another window has the focus now, perhaps one to copy a date from.
    if (document.activeElement !== target) onLeave()
  },
})
