import type { ReactNode } from 'react'

/**
 * The props of every field. `useForm().field(name)` provides name, value, onChange, onBlur and errors, so that a screen writes
 * `<TextField label="Account Name" {...form.field('accountName')} />`.
 */
export type FieldProps<Value> = {
  label: ReactNode
  hint?: ReactNode
  /** The error summary links to the element `field-{name}`. */
  name: string
  value: Value
  onChange: (value: Value) => void
  onBlur?: () => void
  errors?: readonly string[]
  isRequired?: boolean
  isDisabled?: boolean
  isReadOnly?: boolean
}

/** The id of a field's element, for the links of the error summary. */
export const fieldId = (name: string): string => `field-${name.replaceAll(/[^A-Za-z0-9_-]/g, '-')}`
