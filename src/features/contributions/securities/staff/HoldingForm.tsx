import type { Disposal, Holding, Task } from '../holdings.contract.ts'
import { AddDocument } from './AddDocument.tsx'
import { CompleteTask } from './CompleteTask.tsx'
import type { HoldingFormProps } from './holding-form.ts'
import { ReleaseHolding } from './ReleaseHolding.tsx'
import { ReverseDisposal } from './ReverseDisposal.tsx'
import { SellHolding } from './SellHolding.tsx'
import { ValueHolding } from './ValueHolding.tsx'

/** The form above the table. */
export type OpenHoldingForm =
  | { kind: 'sell' | 'release' | 'value' | 'document'; holding: Holding }
  | { kind: 'reverse'; holding: Holding; disposal: Disposal }
  | { kind: 'task'; holding: Holding; task: Task }

export function HoldingForm({
  form,
  ...about
}: Omit<HoldingFormProps, 'holding'> & { form: OpenHoldingForm }) {
  const props = { ...about, holding: form.holding }
  switch (form.kind) {
    case 'sell':
      return <SellHolding {...props} />
    case 'release':
      return <ReleaseHolding {...props} />
    case 'value':
      return <ValueHolding {...props} />
    case 'document':
      return <AddDocument {...props} />
    case 'reverse':
      return <ReverseDisposal {...props} disposal={form.disposal} />
    case 'task':
      return <CompleteTask {...props} task={form.task} />
  }
}
