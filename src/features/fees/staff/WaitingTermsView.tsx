import { useState } from 'react'
import { requiredReason } from '../../../contract/required-text.ts'
import { formatDate, formatInstant } from '../../../domain/dates.ts'
import { call } from '../../../web/api/call.ts'
import { usePending } from '../../../web/api/use-pending.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { NoteForm } from '../../../web/form/NoteForm.tsx'
import { useCan } from '../../../web/session/session.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { Alert } from '../../../web/ui/notices/Alert.tsx'
import { showChange } from '../../settings/staff/show-change.ts'
import {
  confirmFeeTerms,
  declineFeeTerms,
  type TermsVersion,
  type WaitingTerms,
} from '../fee-terms.contract.ts'
import styles from './FeeTerms.module.css'
import { LaterTerms } from './LaterTerms.tsx'
import { TermsComparison } from './TermsComparison.tsx'
import { TermsPreviewView } from './TermsPreviewView.tsx'
import type { TermsStyle } from './TermsVersions.tsx'

type WaitingTermsViewProps = {
  waiting: WaitingTerms
  versions: readonly TermsVersion[]
  schedule: string
  style: TermsStyle
}

/** Terms that wait for a second person, who sees what they change and confirms or declines them; who proposed them may withdraw them. */
export function WaitingTermsView({ waiting, versions, schedule, style }: WaitingTermsViewProps) {
  const mayDecide = useCan('SETTINGS_MANAGE')
  const [declines, setDeclines] = useState(false)
  const { isPending, run } = usePending()
  const { clientSettings } = clientContext()
  const { changeId, terms, before, reason, requestedByName, refusal, isOwn } = waiting
  const from = formatDate(terms.from, style.locale)
  const params = { changeId }
  const confirm = async () => {
    await call(confirmFeeTerms, { params, body: { data: { type: 'command', attributes: {} } } })
    await showChange(`The terms from ${from} on are confirmed.`)
  }
  const [decline, declined] = isOwn ? ['Withdraw', 'withdrawn'] : ['Decline', 'declined']
  return (
    <section className={styles.waiting}>
      <h2>New terms from {from}</h2>
      <Alert kind="caution" heading="These terms await a second person">
        <p>
          Proposed by {requestedByName}, {formatInstant(waiting.requestedAt, clientSettings)}: {reason}
        </p>
        <p>The proposal ends on {formatInstant(waiting.endsAt, clientSettings)} if no one confirms it.</p>
      </Alert>
      <LaterTerms versions={versions} from={terms.from} locale={style.locale} />
      <TermsComparison before={before} after={terms} style={style} />
      {mayDecide ? <TermsPreviewView schedule={schedule} terms={terms} style={style} /> : null}
      {!mayDecide ? null : (
        <>
          {refusal === null ? null : <p>{refusal}</p>}
          <p className={styles.actions}>
            {refusal === null ? (
              <Button kind="primary" isPending={isPending} onPress={() => void run(confirm)}>
                Confirm the terms
              </Button>
            ) : null}
            {declines ? null : <Button onPress={() => setDeclines(true)}>{decline} the terms</Button>}
          </p>
          {declines ? (
            <NoteForm
              label={isOwn ? 'Why you withdraw them' : 'Why you decline them'}
              submitText={decline}
              text={requiredReason}
              save={note =>
                call(declineFeeTerms, {
                  params,
                  body: { data: { type: 'command', attributes: { reason: note } } },
                })
              }
              onSaved={() => void showChange(`The terms were ${declined}.`)}
            />
          ) : null}
        </>
      )}
    </section>
  )
}
