import { useState } from 'react'
import { formatDate } from '../../../domain/dates.ts'
import { formatMoney } from '../../../domain/money.ts'
import { call } from '../../../web/api/call.ts'
import { refreshAll } from '../../../web/api/query.ts'
import { usePending } from '../../../web/api/use-pending.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { useCan } from '../../../web/session/session.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { Alert } from '../../../web/ui/notices/Alert.tsx'
import { showToast } from '../../../web/ui/notices/toast-store.ts'
import { Section } from '../../../web/ui/sections/Section.tsx'
import { DescriptionList } from '../../../web/ui/text/DescriptionList.tsx'
import {
  type CaseDetails,
  type CaseShare,
  confirmRedirection,
  inviteSuccessor,
} from '../estate-cases.contract.ts'
import styles from './Cases.module.css'
import { percentLabel } from './case-labels.ts'
import { RedirectForm } from './RedirectForm.tsx'

/** The shares of a case: who or what receives which part, what has left the fund for it, and what is due. */
export function CaseShares({ details }: { details: CaseDetails }) {
  return (
    <Section heading="Shares">
      {details.shares.map(share => (
        <Share key={share.shareId} share={share} details={details} />
      ))}
    </Section>
  )
}

const stateTexts = {
  waiting: 'Awaiting an answer',
  declined: 'Declined',
  ready: 'Ready',
} as const

function Share({ share, details }: { share: CaseShare; details: CaseDetails }) {
  const { clientSettings, currentDbHeader } = clientContext()
  const { locale } = clientSettings
  const mayManage = useCan('ESTATE_MANAGE') && details.state === 'distributing'
  const [isRedirecting, setRedirecting] = useState(false)
  const { isPending, run } = usePending()
  const { caseId } = details
  const { shareId, name, email, phone, declinedReason, redirection, goesTo } = share
  const money = (amountMinor: bigint) => formatMoney(amountMinor, currentDbHeader, locale)
  const isUndecided = share.state !== 'ready'
  const invite = async () => {
    await call(inviteSuccessor, {
      params: { caseId, shareId },
      body: { data: { type: 'command', attributes: {} } },
    })
    showToast({ className: 'success', header: `A link was e-mailed to ${email}.` })
    await refreshAll()
  }
  return (
    <article aria-label={name} className={styles.card}>
      <h3>
        {name}, {percentLabel(share.shareHundredths, locale)}
      </h3>
      <DescriptionList
        items={[
          {
            term: 'State',
            description:
              share.designation !== 'individual' && share.state === 'waiting'
                ? 'Awaiting our decision'
                : share.state === 'ready' && details.state === 'completed'
                  ? 'Done'
                  : stateTexts[share.state],
          },
          ...(email === null && phone === null
            ? []
            : [{ term: 'Contact', description: [email, phone].filter(Boolean).join(', ') }]),
          ...(share.invitedOn === null
            ? []
            : [{ term: 'Invited', description: formatDate(share.invitedOn, locale) }]),
          ...(declinedReason === null ? [] : [{ term: 'Reason', description: declinedReason }]),
          ...(goesTo === null ? [] : [{ term: 'Goes to', description: goesTo }]),
          ...(share.violation === null ? [] : [{ term: 'Cannot receive now', description: share.violation }]),
          { term: 'Already distributed', description: money(share.paidMinor) },
          { term: 'Due now', description: money(share.dueMinor) },
        ]}
      />
      {redirection === null ? null : (
        <Redirection caseId={caseId} shareId={shareId} redirection={redirection} />
      )}
      {mayManage && (isUndecided || share.redirectionRefusal === null) && redirection === null ? (
        <div className={styles.row}>
          {share.designation === 'individual' && share.state === 'waiting' && email !== null ? (
            <Button isPending={isPending} onPress={() => void run(invite)}>
              Send {name} another link
            </Button>
          ) : null}
          {share.redirectionRefusal === null && !isRedirecting ? (
            <Button onPress={() => setRedirecting(true)}>Change the recipient</Button>
          ) : null}
        </div>
      ) : null}
      {mayManage && isUndecided && share.redirectionRefusal !== null ? (
        <p>{share.redirectionRefusal}</p>
      ) : null}
      {isRedirecting && redirection === null ? (
        <RedirectForm details={details} shareId={shareId} onDone={() => setRedirecting(false)} />
      ) : null}
    </article>
  )
}

type RedirectionProps = {
  caseId: string
  shareId: string
  redirection: NonNullable<CaseShare['redirection']>
}

function Redirection({ caseId, shareId, redirection }: RedirectionProps) {
  const { isPending, run } = usePending()
  const { redirectionId, toName, reason, enteredByName, confirmationRefusal } = redirection
  const confirm = async () => {
    await call(confirmRedirection, {
      params: { caseId, shareId },
      body: { data: { type: 'command', attributes: { redirectionId } } },
    })
    await refreshAll()
  }
  return (
    <>
      <Alert kind="caution" heading={`To ${toName} instead`}>
        <p>
          Entered by {enteredByName}: {reason}
        </p>
      </Alert>
      {confirmationRefusal === null ? (
        <p>
          <Button kind="primary" isPending={isPending} onPress={() => void run(confirm)}>
            Confirm this recipient
          </Button>
        </p>
      ) : (
        <p>{confirmationRefusal}</p>
      )}
    </>
  )
}
