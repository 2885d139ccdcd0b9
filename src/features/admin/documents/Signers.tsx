import type { Reply } from '../../../contract/endpoint.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import type { getContributionSigners } from '../../contributions/contributions.contract.ts'
import styles from './Documents.module.css'

type SignersProps = { account: Reply<typeof getContributionSigners>; isCountersigned: boolean }

/** Who must sign, in their order, and what prevents it. */
export function Signers({ account, isCountersigned }: SignersProps) {
  const { accountName, signers, violation } = account
  return (
    <div className={styles.signers}>
      <p>
        <strong>{accountName}</strong>
        {violation === null ? null : `: ${violation}`}
      </p>
      {signers.length === 0 ? (
        <p>This account has no donor who could sign.</p>
      ) : (
        <>
          <p>Signs, in this order:</p>
          <ol>
            {signers.map(({ name, violation: why }) => (
              <li key={name}>
                {name}
                {why === null ? null : <span className={styles.note}>{why}</span>}
              </li>
            ))}
            {isCountersigned ? <li>{clientContext().clientSettings.displayName}</li> : null}
          </ol>
        </>
      )}
    </div>
  )
}
