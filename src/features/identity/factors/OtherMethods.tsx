import { Button } from '../../../web/ui/actions/Button.tsx'
import type { StepUpKind } from '../step-up/step-up.contract.ts'

const labels: Record<StepUpKind, string> = {
  passkey: 'Use a passkey instead',
  code: 'Use a one-time code instead',
  'backup-code': 'Use a backup code instead',
  password: 'Use your password instead',
}

type OtherMethodsProps<Kind> = {
  kinds: readonly Kind[]
  onPick: (kind: Kind) => void
  className: string | undefined
}

/** Buttons for the methods that are not shown. */
export function OtherMethods<Kind extends StepUpKind>({ kinds, onPick, className }: OtherMethodsProps<Kind>) {
  if (kinds.length === 0) return null
  return (
    <ul className={className}>
      {kinds.map(kind => (
        <li key={kind}>
          <Button kind="text" onPress={() => onPick(kind)}>
            {labels[kind]}
          </Button>
        </li>
      ))}
    </ul>
  )
}
