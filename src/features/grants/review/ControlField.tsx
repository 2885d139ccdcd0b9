import type { FieldHandle } from '../../../web/form/use-form.ts'
import { RadioGroup } from '../../../web/ui/fields/RadioGroup.tsx'
import { controlQuestion } from '../domain/supported-control.ts'

export type ControlAnswer = 'yes' | 'no'

const choices = [
  { value: 'no', text: 'No' },
  { value: 'yes', text: 'Yes' },
] as const

/** The question about the supported organizations of a supporting organization. The answer is stored with the approval. */
export function ControlField(field: FieldHandle<ControlAnswer | null>) {
  return <RadioGroup<ControlAnswer> label={controlQuestion} choices={choices} {...field} />
}
