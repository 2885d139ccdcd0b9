import { fieldId } from '../../../web/ui/fields/field-props.ts'

/** Moves the focus to a field by its name, once the form shows the change that removed the focused button. */
export function focusSoon(name: string): void {
  requestAnimationFrame(() => document.getElementById(fieldId(name))?.focus())
}
