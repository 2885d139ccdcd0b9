import { formatInstant } from '../../domain/dates.ts'
import { clientContext } from '../../web/client-context/client-context.ts'
import { typedAs } from './domain/signer-name.ts'
import styles from './Signing.module.css'
import type { Envelope } from './signing.contract.ts'

const states = { waiting: 'Has not signed yet', signed: 'Signed', declined: 'Declined' } as const

/** All signers of the document, in their order. */
export function Signers({ signers }: Pick<Envelope, 'signers'>) {
  const style = clientContext().clientSettings
  return (
    <ol className={styles.signers}>
      {signers.map(({ name, isYou, state, at, signature }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the order of signers is fixed, and two may have one name
        <li key={index}>
          <strong>
            {name}
            {isYou ? ' (you)' : null}
          </strong>
          <span>
            {states[state]}
            {at === null ? null : ` on ${formatInstant(at, style)}`}
            {signature === null ? null : ` as ${typedAs(signature)}`}
          </span>
        </li>
      ))}
    </ol>
  )
}
