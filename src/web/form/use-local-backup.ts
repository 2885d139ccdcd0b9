import { type RefObject, useEffect, useState } from 'react'
import { addToBackup, prepareBackup, takeBackup } from '../session/local-backups.ts'
import { fieldId } from '../ui/fields/field-props.ts'
import type { FormHandle } from './use-form.ts'

type BackedUpForm = Pick<FormHandle, 'isDirty' | 'isDirtyNow' | 'entries' | 'restore'>

/**
 * Stores what is typed in a form if the session ends by itself, and shows it again to the same person in the same form of the same page.
 * Returns whether it did. Passwords and codes are left out, and so are files.
 */
export function useLocalBackup(
  form: BackedUpForm,
  box: RefObject<HTMLFormElement | null>,
  isOn: boolean,
): boolean {
  const [isRestored, setRestored] = useState(false)
  const { isDirty, isDirtyNow, entries, restore } = form
  useEffect(() => {
    if (isOn && isDirty) void prepareBackup()
  }, [isOn, isDirty])
  useEffect(() => {
    if (!isOn) return
    return addToBackup(() => {
      if (box.current === null || !isDirtyNow()) return null
      return { form: nameOf(box.current), values: withoutSecrets(entries(), box.current) }
    })
  }, [isOn, box, isDirtyNow, entries])
  // Once, when the form is first shown.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was typed before is restored only into a new form
  useEffect(() => {
    if (box.current === null) return
    let isShown = true
    void takeBackup(nameOf(box.current)).then(values => {
      if (values === null || !isShown || isDirtyNow()) return
      restore(values)
      setRestored(true)
    })
    return () => {
      isShown = false
    }
  }, [])
  return isRestored
}

const maxContextLength = 300

/** Tells the forms of a page apart: by their label, and the row or dialog in which each one is. */
function nameOf(form: HTMLFormElement): string {
  const around = form.parentElement?.closest('tr, li, article, [role=row], [role=dialog], [role=alertdialog]')
  const context = (around?.textContent ?? '').replace(form.textContent ?? '', '')
  return [form.getAttribute('aria-label') ?? '', context.slice(0, maxContextLength)].join(' | ')
}

const secret =
  'input:is([type=password], [autocomplete=current-password], [autocomplete=new-password], [autocomplete=one-time-code])'

function withoutSecrets(values: Record<string, unknown>, form: HTMLFormElement): Record<string, unknown> {
  const ids = new Set(Array.from(form.querySelectorAll(secret), ({ id }) => id))
  return Object.fromEntries(Object.entries(values).filter(([name]) => !ids.has(fieldId(name))))
}
