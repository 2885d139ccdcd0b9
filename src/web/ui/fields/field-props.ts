import type { ReactNode } from 'react'

/**
 * What every field of the kit takes. `useForm().field(name)` gives name, value, onChange, onBlur and errors, so that a
 * screen writes `<TextField label="Account Name" {...form.field('accountName')} />`.
 */
export type FieldProps<Value> = {
  label: ReactNode
  hint?: ReactNode
  /** The element that the error summary leads to is `field-{name}`. */
  name: string
  value: Value
  onChange: (value: Value) => void
  onBlur?: () => void
  errors?: readonly string[]
  isRequired?: boolean
  isDisabled?: boolean
  isReadOnly?: boolean
}

/** The id of a field's element, where the error summary's links lead. */
export const fieldId = (name: string): string => `field-${name.replaceAll(/[^A-Za-z0-9_-]/g, '-')}`
