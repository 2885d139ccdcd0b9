import { Button } from '../../../web/ui/actions/Button.tsx'
import type { StepUpKind } from '../step-up.contract.ts'
import styles from './StepUp.module.css'

const labels: Record<StepUpKind, string> = {
  passkey: 'Use a passkey instead',
  code: 'Use a one-time code instead',
  'backup-code': 'Use a backup code instead',
  password: 'Use your password instead',
}

type OtherMethodsProps = { kinds: readonly StepUpKind[]; onPick: (kind: StepUpKind) => void }

export function OtherMethods({ kinds, onPick }: OtherMethodsProps) {
  if (kinds.length === 0) return null
  return (
    <ul className={styles.options}>
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
