import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { formatDate } from '../../domain/dates.ts'
import { call } from '../../web/api/call.ts'
import { LoadFailure } from '../../web/api/LoadFailure.tsx'
import { query, queryClient, refreshAll } from '../../web/api/query.ts'
import { showFailure } from '../../web/api/show-failure.ts'
import { clientContext } from '../../web/client-context/client-context.ts'
import { PageHeading } from '../../web/routing/PageHeading.tsx'
import { paths } from '../../web/routing/paths.ts'
import { currentFundId } from '../../web/session/session-store.ts'
import { Button } from '../../web/ui/actions/Button.tsx'
import { Link } from '../../web/ui/actions/Link.tsx'
import { showToast } from '../../web/ui/notices/toast-store.ts'
import { ConfirmDialog } from '../../web/ui/overlay/ConfirmDialog.tsx'
import { Skeleton } from '../../web/ui/progress/Skeleton.tsx'
import styles from './AccountDetails.module.css'
import {
  decideContactSharing,
  leaveAccount,
  listOwnRelationships,
  type OwnRelationship,
} from './own-relationships.contract.ts'

const ownRelationships = query(listOwnRelationships, {})

/** /my-profile/accounts: the accounts to which others added the person, who decides about their contact details and may leave. */
export function OwnAccountsPage() {
  const own = useQuery(ownRelationships)
  const [toLeave, setToLeave] = useState<OwnRelationship | null>(null)
  return (
    <>
      <PageHeading
        title="Who Sees Your Details"
        lead="Decide who sees your contact details, or leave an account."
      >
        Who Sees Your Details
      </PageHeading>
      {own.isLoadingError ? <LoadFailure what="Your accounts" requests={[own]} /> : null}
      {own.isPending ? <Skeleton shape="text" lines={6} label="Loading your accounts" /> : null}
      {own.data?.data.map(relationship => (
        <Account key={relationship.relationshipId} relationship={relationship} onLeave={setToLeave} />
      ))}
      {own.data?.data.length === 0 ? (
        <p>There is nothing to decide. If someone adds you to an account, you can decide here.</p>
      ) : null}
      <p className={styles.block}>
        <Link to={paths.myProfile()}>Back to Profile</Link>
      </p>
      <LeaveAccount relationship={toLeave} onClose={() => setToLeave(null)} />
    </>
  )
}

type AccountProps = { relationship: OwnRelationship; onLeave: (relationship: OwnRelationship) => void }

function Account({ relationship, onLeave }: AccountProps) {
  const { relationshipId, accountName, accountRoleName, since, addedBy, contact, mayLeave } = relationship
  const { locale } = clientContext().clientSettings
  const [isPending, setPending] = useState(false)
  const headingId = `account-${relationshipId}`
  const heading = useRef<HTMLHeadingElement>(null)
  const decide = async (shares: boolean) => {
    setPending(true)
    try {
      const body = { data: { type: 'command' as const, attributes: { shares } } }
      const saved = await call(decideContactSharing, { params: { relationshipId }, body })
      queryClient.setQueryData(ownRelationships.queryKey, saved)
      // The button that was pressed is gone.
      heading.current?.focus()
      showToast({
        header: shares ? 'Shared' : 'Not shared',
        message: shares
          ? `The people of ${accountName} now see your contact details.`
          : `The people of ${accountName} see only your name and a masked e-mail address.`,
        className: 'success',
      })
      // The next decision need not wait for what else may have changed.
      void refreshAll()
    } catch (failure) {
      showFailure(failure)
    }
    setPending(false)
  }
  return (
    <section className={styles.section} aria-labelledby={headingId}>
      <h2 id={headingId} ref={heading} tabIndex={-1}>
        {accountName}
      </h2>
      <p>
        You were added as {accountRoleName}
        {addedBy === null ? '' : ` by ${addedBy}`} on {formatDate(since, locale)}.
      </p>
      <p>{sentences[contact]}</p>
      <div className={styles.decisions}>
        {contact === 'shared' ? null : (
          <Button
            kind={contact === 'waiting' ? 'primary' : 'quiet'}
            isDisabled={isPending}
            aria-describedby={headingId}
            onPress={() => void decide(true)}
          >
            Share my contact details
          </Button>
        )}
        {contact === 'waiting' ? (
          <Button isDisabled={isPending} aria-describedby={headingId} onPress={() => void decide(false)}>
            Don’t share
          </Button>
        ) : null}
        {mayLeave ? (
          <Button
            kind="text"
            isDisabled={isPending}
            aria-describedby={headingId}
            onPress={() => onLeave(relationship)}
          >
            Leave this account
          </Button>
        ) : null}
      </div>
    </section>
  )
}

const sentences: Record<OwnRelationship['contact'], string> = {
  waiting:
    'The people of this account see your name and a masked e-mail address. Do you want to share your contact details with them? Your access stays the same either way.',
  shared: 'The people of this account see your contact details.',
  'not-shared': 'The people of this account see only your name and a masked e-mail address.',
}

function LeaveAccount({
  relationship,
  onClose,
}: {
  relationship: OwnRelationship | null
  onClose: () => void
}) {
  const [isPending, setPending] = useState(false)
  const leave = async () => {
    if (relationship === null) return
    setPending(true)
    try {
      const { relationshipId, accountName } = relationship
      const body = { data: { type: 'command' as const, attributes: {} } }
      const saved = await call(leaveAccount, { params: { relationshipId }, body })
      // The tab shows the account that is gone: it starts again with another one.
      if (relationship.fundId === currentFundId()) {
        window.location.assign(paths.home())
        return
      }
      queryClient.setQueryData(ownRelationships.queryKey, saved)
      showToast({ header: 'You left', message: `You can no longer see ${accountName}.`, className: 'notice' })
      await refreshAll()
    } catch (failure) {
      showFailure(failure)
    }
    setPending(false)
    onClose()
  }
  return (
    <ConfirmDialog
      title="Do you want to leave this account?"
      isOpen={relationship !== null}
      onCancel={onClose}
      onConfirm={() => void leave()}
      confirmText="Leave"
      cancelText="Stay"
      isDangerous
      isPending={isPending}
    >
      <p>
        You will no longer see {relationship?.accountName} as {relationship?.accountRoleName}. We’ll e-mail
        its donors. Only they can add you again.
      </p>
    </ConfirmDialog>
  )
}
