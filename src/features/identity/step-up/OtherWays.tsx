import { Button } from '../../../web/ui/actions/Button.tsx'
import type { ProofKind } from '../step-up.contract.ts'
import styles from './StepUp.module.css'

const words: Record<ProofKind, string> = {
  passkey: 'Use a passkey instead',
  code: 'Use a one-time code instead',
  'backup-code': 'Use a backup code instead',
  password: 'Use your password instead',
}

type OtherWaysProps = { kinds: readonly ProofKind[]; onPick: (kind: ProofKind) => void }

export function OtherWays({ kinds, onPick }: OtherWaysProps) {
  if (kinds.length === 0) return null
  return (
    <ul className={styles.ways}>
      {kinds.map(kind => (
        <li key={kind}>
          <Button kind="text" onPress={() => onPick(kind)}>
            {words[kind]}
          </Button>
        </li>
      ))}
    </ul>
  )
}
