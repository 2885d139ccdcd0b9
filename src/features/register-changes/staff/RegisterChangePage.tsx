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
import { charityName } from '../../charities/domain/charity-name.ts'
import { changeKinds } from '../../charities/domain/register-change.ts'
import {
  type ChangeState,
  changeStateLabel,
  changeStateSign,
  concernedLabels,
  effectLabel,
} from '../domain/change-state.ts'
import {
  type ChangeFacts,
  type changeDecisions,
  decideRegisterChange,
  getRegisterChange,
  type RegisterChangeDetails,
} from '../register-changes.contract.ts'
import { concernedText } from '../register-changes.list.ts'

/** /super-user-dashboard/register-changes/…: what the register said before and after, what relies on it, and the decision. */
export function RegisterChangePage() {
  const { changeId } = useScreenParams('/super-user-dashboard/register-changes/$changeId')
  const found = useQuery(query(getRegisterChange, { params: { changeId } }))
  return (
    <StaffRecordPage
      found={found}
      title="Register Change"
      what="change"
      list={{ title: 'Register Changes', to: staffPaths.registerChanges() }}
      heading={details => charityName(details.charityName)}
      status={({ state }) => <StatusChip sign={changeStateSign(state)}>{changeStateLabel(state)}</StatusChip>}
    >
      {details => (
        <>
          <Difference details={details} />
          <Decide key={`${details.state} ${details.decidedAt}`} details={details} />
          <Items details={details} />
        </>
      )}
    </StaffRecordPage>
  )
}

const factLabels = {
  name: 'Name',
  subsection: 'Subsection',
  foundation: 'Foundation code',
  deductibility: 'Deductibility code',
  status: 'Status',
  removedOn: 'Removed on',
  leftOn: 'Not in the file of',
  isUnread: 'Line could not be read',
} as const satisfies Record<keyof ChangeFacts, string>

function Difference({ details }: { details: RegisterChangeDetails }) {
  const { clientSettings } = clientContext()
  const { before, after, charityId, kinds, fileName, fileDate } = details
  const dayOf = (fact: 'removedOn' | 'leftOn') => {
    const day = after[fact]
    return day === null ? 'No longer' : formatDate(day, clientSettings.locale)
  }
  const shown = (value: ChangeFacts[keyof ChangeFacts] | undefined) =>
    typeof value === 'boolean' ? (value ? 'Yes' : 'No') : (value ?? 'None')
  // The keys of a record of every fact.
  const facts = Object.keys(factLabels) as (keyof ChangeFacts)[]
  return (
    <DescriptionList
      items={[
        {
          term: 'Charity ID',
          description: <Link to={staffPaths.charityProfile(charityId)}>{charityId}</Link>,
        },
        { term: 'Change', description: kinds.map(kind => changeKinds[kind].label).join(', ') },
        { term: 'File', description: `${fileName} of ${formatDate(fileDate, clientSettings.locale)}` },
        ...facts
          // Of a charity that is new to the register only what its row says.
          .filter(fact => (before === null ? Boolean(after[fact]) : before[fact] !== after[fact]))
          .map(fact => ({
            term: factLabels[fact],
            description:
              fact === 'removedOn' || fact === 'leftOn'
                ? dayOf(fact)
                : before === null
                  ? shown(after[fact])
                  : `${shown(before[fact])} before, ${shown(after[fact])} now`,
          })),
        { term: 'What relies on it', description: concernedText(details.concerned) },
        ...(details.reason === null || details.decidedAt === null
          ? []
          : [
              {
                term: 'Decision',
                description: `${details.reason} (${details.decidedByName}, ${formatInstant(details.decidedAt, clientSettings)})`,
              },
            ]),
      ]}
    />
  )
}

const decisionLabels = {
  continue: { choice: 'Looked at', reason: 'What you found', done: 'The change was looked at.' },
  stop: {
    choice: 'Keep schedules waiting',
    reason: 'Why schedules have to wait',
    done: 'Schedules to the charity wait on.',
  },
} as const satisfies Record<
  (typeof changeDecisions)[number],
  { choice: string; reason: string; done: string }
>

const schedulesText = {
  open: 'Schedules to this charity wait until you decide that they go on.',
  continued: 'Schedules to this charity go on.',
  stopped: 'Schedules to this charity wait.',
} as const satisfies Record<ChangeState, string>

function Decide({ details }: { details: RegisterChangeDetails }) {
  const mayDecide = useCan('CHARITY_EDIT')
  const [choice, setChoice] = useState<(typeof changeDecisions)[number]>('continue')
  if (!mayDecide) return null
  const { changeId, state, stops, needsNoReview } = details
  const decision = decisionLabels[choice]
  return (
    <Section heading="Decide">
      {stops ? (
        <>
          <p>
            {needsNoReview
              ? 'The charity can receive grants without a review now, so schedules to it go on.'
              : `${schedulesText[state]} Each grant is still reviewed.`}
          </p>
          <ChoiceBar
            label="What to do about the change"
            choices={[
              { value: 'continue' as const, text: 'Schedules go on' },
              { value: 'stop' as const, text: decisionLabels.stop.choice },
            ]}
            value={choice}
            onChange={setChoice}
          />
        </>
      ) : null}
      <NoteForm
        key={choice}
        label={decision.reason}
        submitText={stops && choice === 'continue' ? 'Let schedules go on' : decision.choice}
        text={requiredReason}
        save={reason =>
          call(decideRegisterChange, {
            params: { changeId },
            body: { data: { type: 'command', attributes: { decision: choice, reason, seen: state } } },
          })
        }
        onSaved={() => {
          showToast({ className: 'success', header: decision.done })
          void refreshAll()
        }}
      />
    </Section>
  )
}

function Items({ details: { items, concerned, ...change } }: { details: RegisterChangeDetails }) {
  const others = Object.values(concerned).reduce((sum, count) => sum + count, 0) - items.length
  return (
    <Section heading="What relies on it">
      <ul>
        {items.map(({ what, objectId, effect, accountName, fundId, transactionId }) => (
          <li key={`${what} ${objectId}`}>
            {what === 'grant' ? (
              <Link to={staffPaths.reviewGrant(objectId)}>Grant {transactionId}</Link>
            ) : (
              capitalized(concernedLabels[what][0])
            )}
            {accountName === null ? '' : `, ${accountName}, Account ID ${fundId}`}:{' '}
            {effectLabel(effect, change)}
          </li>
        ))}
      </ul>
      {others > 0 ? <p>And {others} more.</p> : null}
    </Section>
  )
}

const capitalized = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`
