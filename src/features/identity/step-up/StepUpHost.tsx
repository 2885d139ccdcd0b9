import { lazy, Suspense, useSyncExternalStore } from 'react'
import { stepUpRequired } from '../../../web/session/step-up.ts'

const StepUpDialog = lazy(() =>
  import('./StepUpDialog.tsx').then(module => ({ default: module.StepUpDialog })),
)

/** Shows the step-up dialog when a call requires it (docs/decisions/0015-step-up.md). Rendered once, in the shell. */
export function StepUpHost() {
  const isRequired = useSyncExternalStore(stepUpRequired.subscribe, stepUpRequired.read)
  if (!isRequired) return null
  return (
    <Suspense fallback={null}>
      <StepUpDialog onAnswer={stepUpRequired.answer} />
    </Suspense>
  )
}
