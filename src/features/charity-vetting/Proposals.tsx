import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { formatDate } from '../../domain/dates.ts'
import { call } from '../../web/api/call.ts'
import { LoadFailure } from '../../web/api/LoadFailure.tsx'
import { query, refreshAll } from '../../web/api/query.ts'
import { usePending } from '../../web/api/use-pending.ts'
import { clientContext } from '../../web/client-context/client-context.ts'
import { focusHeadingIfLost } from '../../web/routing/after-removal.ts'
import { paths } from '../../web/routing/paths.ts'
import { useCan } from '../../web/session/session.ts'
import { Button } from '../../web/ui/actions/Button.tsx'
import { Link } from '../../web/ui/actions/Link.tsx'
import { showToast } from '../../web/ui/notices/toast-store.ts'
import { VisuallyHidden } from '../../web/ui/text/VisuallyHidden.tsx'
import styles from './Proposals.module.css'
import { listProposals, type Proposal, withdrawProposal } from './proposals.contract.ts'

const stateTexts = {
  received: 'Under review',
  accepted: 'Accepted',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
} as const satisfies Record<Proposal['state'], string>

/** The charities that the fund proposed, with the state of each. */
export function Proposals({ fundId }: { fundId: number }) {
  const headingId = useId()
  const mayPropose = useCan('CHARITY_PROPOSE')
  const found = useQuery(query(listProposals, { params: { fundId } }))
  const proposals = found.data?.data ?? []
  return (
    <section aria-labelledby={headingId} className={styles.section}>
      <h2 id={headingId}>{proposals.length === 0 ? 'Can’t find a charity?' : 'Charities you suggested'}</h2>
      {found.isLoadingError ? <LoadFailure what="The charities you suggested" requests={[found]} /> : null}
      {found.data && proposals.length === 0 ? (
        <p>Suggest a charity that isn’t listed. We’ll review it and e-mail you.</p>
      ) : (
        <ul className={styles.proposals}>
          {proposals.map(proposal => (
            <ProposalItem key={proposal.proposalId} proposal={proposal} fundId={fundId} />
          ))}
        </ul>
      )}
      {mayPropose ? (
        <p>
          <Link to={paths.proposeCharity()}>Suggest a charity</Link>
        </p>
      ) : null}
    </section>
  )
}

function ProposalItem({ proposal, fundId }: { proposal: Proposal; fundId: number }) {
  const { locale } = clientContext().clientSettings
  const { isPending, run } = usePending()
  const { proposalId, name, town, state, documents, message, charityId, decidedOn } = proposal
  const withdraw = async () => {
    const body = { data: { type: 'command' as const, attributes: {} } }
    await call(withdrawProposal, { params: { fundId, proposalId }, body })
    await refreshAll()
    showToast({ className: 'success', header: `You have withdrawn the suggestion of ${name}.` })
    focusHeadingIfLost()
  }
  return (
    <li className={styles.proposal}>
      <h3 className={styles.proposalName}>
        {name}, {town}
      </h3>
      <p className={styles.note}>
        Number {proposal.number}, suggested on {formatDate(proposal.proposedOn, locale)} by{' '}
        {proposal.proposedByName}
        {documents.length === 0 ? '' : `, with ${documents.join(', ')}`}
      </p>
      <p>
        {stateTexts[state]}
        {decidedOn === null ? '.' : ` on ${formatDate(decidedOn, locale)}.`}
        {message === null ? null : ` ${message}`}
      </p>
      {charityId === null || state !== 'accepted' ? null : (
        <p>
          <Link to={paths.recommendGrant({ charityId, step: 'grant' })}>Recommend a grant to it</Link>
        </p>
      )}
      {proposal.mayWithdraw ? (
        <Button kind="text" isPending={isPending} onPress={() => void run(withdraw)}>
          Withdraw<VisuallyHidden> the suggestion of {name}</VisuallyHidden>
        </Button>
      ) : null}
    </li>
  )
}
