import { useQuery } from '@tanstack/react-query'
import { formatDate, formatInstant } from '../../../domain/dates.ts'
import { formatMoney } from '../../../domain/money.ts'
import { call } from '../../../web/api/call.ts'
import { query } from '../../../web/api/query.ts'
import { saveFromLink } from '../../../web/api/save-from-link.ts'
import { usePending } from '../../../web/api/use-pending.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { StaffRecordPage } from '../../../web/routing/StaffRecordPage.tsx'
import { useScreenParams } from '../../../web/routing/screen-params.ts'
import { staffPaths } from '../../../web/routing/staff-paths.ts'
import { useCan } from '../../../web/session/session.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { Link } from '../../../web/ui/actions/Link.tsx'
import { Section } from '../../../web/ui/sections/Section.tsx'
import { Table } from '../../../web/ui/table/Table.tsx'
import { DescriptionList } from '../../../web/ui/text/DescriptionList.tsx'
import { Money } from '../../../web/ui/text/Money.tsx'
import { StatusChip } from '../../../web/ui/text/StatusChip.tsx'
import { grantSign } from '../../grants/domain/grant-sign.ts'
import type { CasePayout } from '../case-payout.contract.ts'
import { type CaseDetails, downloadCaseDocument, getCase } from '../estate-cases.contract.ts'
import { CaseShares } from './CaseShares.tsx'
import { CaseSteps } from './CaseSteps.tsx'
import styles from './Cases.module.css'
import { caseSigns, caseStateLabel } from './case-labels.ts'

/** /super-user-dashboard/cases/{id}: one case with its shares, what remains, and every step with its evidence (§17). */
export function CasePage() {
  const { caseId } = useScreenParams('/super-user-dashboard/cases/$caseId')
  const found = useQuery(query(getCase, { params: { caseId } }))
  const mayManage = useCan('ESTATE_MANAGE')
  return (
    <StaffRecordPage
      found={found}
      title="Case"
      what="case"
      list={{ title: 'Cases', to: staffPaths.estateCases() }}
      heading={({ kind, accountName, personName }) =>
        kind === 'death' ? `${accountName}: death of ${personName}` : `${accountName}: closing`
      }
      status={details => <StatusChip sign={caseSigns[details.state]}>{caseStateLabel(details)}</StatusChip>}
    >
      {details => (
        <>
          <Facts details={details} />
          {details.remaining.length === 0 ? null : (
            <Section heading="Still to do">
              <ul className={styles.remaining}>
                {details.remaining.map(sentence => (
                  <li key={sentence}>{sentence}</li>
                ))}
              </ul>
            </Section>
          )}
          {mayManage ? <CaseSteps details={details} /> : null}
          {details.otherCases.length === 0 ? null : <OtherCases cases={details.otherCases} />}
          {details.shares.length === 0 ? null : <CaseShares details={details} />}
          {details.payouts.length === 0 ? null : <Payouts payouts={details.payouts} />}
          <Events events={details.events} />
        </>
      )}
    </StaffRecordPage>
  )
}

function Facts({ details }: { details: CaseDetails }) {
  const { clientSettings, currentDbHeader } = clientContext()
  const { locale } = clientSettings
  const money = (amountMinor: bigint) => formatMoney(amountMinor, currentDbHeader, locale)
  const { isPending, run } = usePending()
  const { kind, diedOn, planVersion, confirmedByName, confirmedOn, documentName } = details
  return (
    <DescriptionList
      items={[
        { term: 'Number', description: details.number },
        {
          term: 'Account',
          description: `${details.accountName}, Account ID ${details.fundId}, ${details.accountStatus}`,
        },
        ...(diedOn === null ? [] : [{ term: 'Date of death', description: formatDate(diedOn, locale) }]),
        {
          term: kind === 'death' ? 'Death certificate' : 'Signed instruction',
          description:
            documentName === null ? (
              'Not named yet'
            ) : (
              <Button kind="text" isPending={isPending} onPress={() => void run(() => download(details))}>
                {`Download ${documentName}`}
              </Button>
            ),
        },
        { term: 'Details', description: details.reason },
        {
          term: 'Opened',
          description: `by ${details.openedByName}, ${formatDate(details.openedOn, locale)}`,
        },
        ...(confirmedByName === null || confirmedOn === null
          ? []
          : [
              { term: 'Confirmed', description: `by ${confirmedByName}, ${formatDate(confirmedOn, locale)}` },
            ]),
        ...(planVersion === null ? [] : [{ term: 'Legacy plan', description: `Version ${planVersion}` }]),
        { term: 'Balance to distribute', description: money(details.spendableMinor) },
        { term: 'Excluded assets', description: money(details.excludedMinor) },
        { term: 'Pending grants', description: money(details.pendingMinor) },
      ]}
    />
  )
}

async function download({ caseId, documentName }: CaseDetails): Promise<void> {
  const { href } = await call(downloadCaseDocument, { params: { caseId } })
  saveFromLink(href, documentName ?? '')
}

/** A death is one of a person, so each of their accounts has a case. */
function OtherCases({ cases }: { cases: CaseDetails['otherCases'] }) {
  return (
    <Section heading="Other accounts of this person">
      <ul className={styles.remaining}>
        {cases.map(other => (
          <li key={other.caseId}>
            <Link to={staffPaths.estateCase(other.caseId)}>
              Case {other.number}: {other.accountName}
            </Link>
            , Account ID {other.fundId}{' '}
            <StatusChip sign={caseSigns[other.state]}>{caseStateLabel(other)}</StatusChip>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** The grants and transfers of the case. A grant leads to its page. */
function Payouts({ payouts }: Pick<CaseDetails, 'payouts'>) {
  const { clientSettings, currentDbHeader } = clientContext()
  return (
    <Section heading="Transfers and grants">
      <Table<CasePayout>
        caption="Transfers and grants of the case"
        isCaptionHidden
        columns={[
          {
            key: 'what',
            heading: 'Made',
            isRowHeading: true,
            cell: ({ grant, toName }) =>
              grant === null ? (
                `Transfer to ${toName}`
              ) : (
                <Link to={staffPaths.reviewGrant(grant.grantId)}>
                  Grant {grant.transactionId} to {toName}
                </Link>
              ),
          },
          {
            key: 'on',
            heading: 'Date',
            cell: ({ madeOn }) => formatDate(madeOn, clientSettings.locale, 'short'),
          },
          {
            key: 'state',
            heading: 'Status',
            cell: ({ grant, isReversed }) =>
              grant === null ? (
                <StatusChip sign={isReversed ? 'ended' : 'done'}>
                  {isReversed ? 'Taken back' : 'Transferred'}
                </StatusChip>
              ) : (
                <StatusChip sign={grantSign(grant.state) ?? 'in-progress'}>{grant.state}</StatusChip>
              ),
          },
          {
            key: 'amount',
            heading: 'Amount',
            isNumeric: true,
            cell: ({ amountMinor }) => <Money amountMinor={amountMinor} currency={currentDbHeader} />,
          },
        ]}
        rows={payouts}
        rowKey={({ payoutId }) => payoutId}
        hasStickyHeading={false}
        empty={{ text: '' }}
      />
    </Section>
  )
}

function Events({ events }: Pick<CaseDetails, 'events'>) {
  const { clientSettings } = clientContext()
  return (
    <Section heading="History">
      <Table<CaseDetails['events'][number]>
        caption="History"
        isCaptionHidden
        columns={[
          {
            key: 'when',
            heading: 'When',
            isRowHeading: true,
            cell: ({ at }) => formatInstant(at, clientSettings),
          },
          { key: 'what', heading: 'Step', cell: ({ sentence }) => sentence },
          { key: 'who', heading: 'Who', cell: ({ byName }) => byName },
          { key: 'note', heading: 'Note', cell: ({ text }) => text },
        ]}
        rows={events}
        rowKey={({ at, kind, byName, text }) => `${at} ${kind} ${byName} ${text}`}
        hasStickyHeading={false}
        empty={{ text: '' }}
      />
    </Section>
  )
}
