import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { requiredReason } from '../../../contract/required-text.ts'
import { formatDate, formatInstant } from '../../../domain/dates.ts'
import { call } from '../../../web/api/call.ts'
import { query, refreshAll } from '../../../web/api/query.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { NoteForm } from '../../../web/form/NoteForm.tsx'
import { StaffRecordPage } from '../../../web/routing/StaffRecordPage.tsx'
import { useScreenParams } from '../../../web/routing/screen-params.ts'
import { staffPaths } from '../../../web/routing/staff-paths.ts'
import { useCan } from '../../../web/session/session.ts'
import { ChoiceBar } from '../../../web/ui/actions/ChoiceBar.tsx'
import { Link } from '../../../web/ui/actions/Link.tsx'
import { showToast } from '../../../web/ui/notices/toast-store.ts'
import { Section } from '../../../web/ui/sections/Section.tsx'
import { DescriptionList } from '../../../web/ui/text/DescriptionList.tsx'
import { StatusChip } from '../../../web/ui/text/StatusChip.tsx'
import type { FindingStep } from '../domain/finding.ts'
import {
  adjustmentLabels,
  agreementLabels,
  findingSigns,
  findingStateLabels,
  listLabels,
  percent,
  subjectLabels,
} from '../domain/finding-labels.ts'
import { decideFinding, type FindingDetails, getFinding } from '../findings.contract.ts'
import { FindingReports } from './FindingReports.tsx'
import { findingStepLabels, staysImmobile } from './step-labels.ts'

/** /super-user-dashboard/screening/…: both names with what agrees, what depends on the finding, and the decisions. */
export function FindingPage() {
  const { findingId } = useScreenParams('/super-user-dashboard/screening/$findingId')
  const found = useQuery(query(getFinding, { params: { findingId } }))
  return (
    <StaffRecordPage
      found={found}
      title="Finding"
      what="finding"
      list={{ title: 'Screening', to: staffPaths.screening() }}
      heading={({ ourName }) => ourName}
      status={({ state }) => <StatusChip sign={findingSigns[state]}>{findingStateLabels[state]}</StatusChip>}
    >
      {details => (
        <>
          <Comparison details={details} />
          <Decide key={details.state} details={details} />
          <Dependents details={details} />
          <Decisions details={details} />
          <Section heading="Record and report">
            <FindingReports details={details} />
          </Section>
        </>
      )}
    </StaffRecordPage>
  )
}

const listed = (values: readonly string[]): string => values.join(', ')

function Comparison({ details }: { details: FindingDetails }) {
  const { clientSettings } = clientContext()
  const { entry, working, charityId, ourName, birthYear, reportBy } = details
  const agree = working.pairs.map(
    ({ ours, listed: other, how }) => `${ours} and ${other} (${agreementLabels[how]})`,
  )
  const optional = (term: string, values: readonly (string | number)[]) =>
    values.length === 0 ? [] : [{ term, description: values.join(', ') }]
  return (
    <DescriptionList
      items={[
        {
          term: subjectLabels[details.subjectKind],
          description:
            charityId === null ? ourName : <Link to={staffPaths.charityProfile(charityId)}>{ourName}</Link>,
        },
        ...optional('Year of birth', birthYear === null ? [] : [birthYear]),
        {
          term: 'On the list',
          description: `${details.listedName}, entry ${entry.number} of ${listLabels[details.list]}`,
        },
        { term: 'Score', description: `${percent(details.score)} (matcher ${details.matcherVersion})` },
        ...optional('Words that agree', agree),
        ...optional('Only in our name', working.ourUnmatched),
        ...optional('Only on the list', working.listedUnmatched),
        ...optional(
          'Other evidence',
          working.adjustments.map(({ reason }) => adjustmentLabels[reason]),
        ),
        ...optional('Names of the entry', entry.names),
        ...optional('Born, by the list', entry.birthYears),
        ...optional('Countries', entry.countries),
        { term: 'Programs', description: listed(entry.programs) || 'None named' },
        { term: 'Found', description: formatInstant(details.foundAt, clientSettings) },
        ...(reportBy === null
          ? []
          : [{ term: 'Report by', description: formatDate(reportBy, clientSettings.locale) }]),
      ]}
    />
  )
}

function Decide({ details }: { details: FindingDetails }) {
  const mayDecide = useCan('SANCTIONS_DECIDE')
  const [choice, setChoice] = useState<FindingStep | null>(null)
  if (!mayDecide || details.steps.length === 0) return null
  const open = details.steps.filter(({ refusal }) => refusal === null)
  const refusals = [...new Set(details.steps.flatMap(({ refusal }) => refusal ?? []))]
  return (
    <Section heading="Decide">
      {refusals.map(sentence => (
        <p key={sentence}>{sentence}</p>
      ))}
      {open.length === 0 ? null : (
        <ChoiceBar
          label={`What to do about ${details.ourName}`}
          choices={open.map(({ step }) => ({ value: step, text: findingStepLabels[step].choice }))}
          value={choice}
          onChange={setChoice}
        />
      )}
      {choice === null ? null : (
        <NoteForm
          key={choice}
          label={findingStepLabels[choice].reason}
          submitText={findingStepLabels[choice].choice}
          text={requiredReason}
          save={reason =>
            call(decideFinding, {
              params: { findingId: details.findingId },
              body: { data: { type: 'command', attributes: { step: choice, reason } } },
            })
          }
          onSaved={() => {
            showToast({ className: 'success', header: doneText(choice, details) })
            void refreshAll()
          }}
        />
      )}
    </Section>
  )
}

/** Whether it is about who may have an account, which the confirmation has put on hold. */
const holdsAccounts = ({ subjectKind }: FindingDetails) => subjectKind !== 'charity'

const doneText = (step: FindingStep, details: FindingDetails) =>
  step === 'lift' && holdsAccounts(details) ? `Lifted. ${staysImmobile}` : findingStepLabels[step].done

function wasLifted({ decisions }: FindingDetails): boolean {
  const last = decisions.at(-1)
  return last?.from === 'lifting' && last.to === 'dismissed'
}

function Dependents({ details }: { details: FindingDetails }) {
  const { grants, accounts, applicationId } = details
  const mayReview = useCan('APPLICATION_REVIEW')
  return (
    <Section heading="What depends on it">
      {applicationId === null && grants.length + accounts.length === 0 ? (
        <p>No grants or accounts here.</p>
      ) : null}
      {applicationId === null ? null : (
        <p>
          {mayReview ? (
            <Link to={staffPaths.reviewApplication(applicationId)}>An application for an account</Link>
          ) : (
            'An application for an account'
          )}
        </p>
      )}
      {accounts.length === 0 ? null : (
        <ul>
          {accounts.map(({ fundId, accountName }) => (
            <li key={fundId}>
              {accountName}, Account ID {fundId}
            </li>
          ))}
        </ul>
      )}
      {accounts.length > 0 && holdsAccounts(details) && wasLifted(details) ? <p>{staysImmobile}</p> : null}
      {grants.length === 0 ? null : (
        <ul>
          {grants.map(({ grantId, transactionId, accountName }) => (
            <li key={grantId}>
              <Link to={staffPaths.reviewGrant(grantId)}>Grant {transactionId}</Link> from {accountName}
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function Decisions({ details: { decisions } }: { details: FindingDetails }) {
  const { clientSettings } = clientContext()
  if (decisions.length === 0) return null
  return (
    <Section heading="Decisions">
      <DescriptionList
        items={decisions.map(({ step, to, byName, at, reason }) => ({
          term: `${step}. ${findingStateLabels[to]}`,
          description: `${reason} (${byName}, ${formatInstant(at, clientSettings)})`,
        }))}
      />
    </Section>
  )
}
