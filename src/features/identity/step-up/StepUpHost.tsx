import { lazy, Suspense, useSyncExternalStore } from 'react'
import { stepUpRequired } from '../../../web/session/step-up.ts'

const StepUpDialog = lazy(() =>
  import('./StepUpDialog.tsx').then(module => ({ default: module.StepUpDialog })),
)

/** Where calls that were refused for want of a proof find it (docs/decisions/0015-step-up.md); stands once, in the frame. */
export function StepUpHost() {
  const isAsked = useSyncExternalStore(stepUpRequired.subscribe, stepUpRequired.read)
  if (!isAsked) return null
  return (
    <Suspense fallback={null}>
      <StepUpDialog onAnswer={stepUpRequired.answer} />
    </Suspense>
  )
}
