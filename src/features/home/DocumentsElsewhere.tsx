import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { LoadFailure } from '../../web/api/LoadFailure.tsx'
import { query } from '../../web/api/query.ts'
import styles from './DocumentsElsewhere.module.css'
import { getHome } from './home.contract.ts'
import { AccountLine } from './member/AccountLine.tsx'
import lines from './member/Lines.module.css'

/** The person's other accounts in which documents wait for their signature. Renders nothing where there are none, or while it loads. */
export function DocumentsElsewhere({ fundId }: { fundId: number }) {
  const headingId = useId()
  // The documents of this account are shown also where this fails.
  const home = useQuery({ ...query(getHome, { params: { fundId } }), throwOnError: false })
  if (home.isLoadingError) return <LoadFailure what="Your other accounts" requests={[home]} />
  const accounts = (home.data?.elsewhere.accounts ?? []).filter(({ documentsToSign }) => documentsToSign > 0)
  if (accounts.length === 0) return null
  return (
    <section aria-labelledby={headingId} className={styles.section}>
      <h2 id={headingId}>In your other accounts</h2>
      <ul className={lines.list}>
        {accounts.map(account => (
          <AccountLine key={`${account.currency} ${account.fundId}`} account={{ ...account, questions: 0 }} />
        ))}
      </ul>
    </section>
  )
}
