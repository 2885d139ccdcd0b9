import { useQuery } from '@tanstack/react-query'
import { getAccountOverview } from '../../../contract/account-overview.contract.ts'
import { formatDate } from '../../../domain/dates.ts'
import { localEnglish } from '../../../domain/local-english.ts'
import { call } from '../../../web/api/call.ts'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { query } from '../../../web/api/query.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { staffPaths } from '../../../web/routing/staff-paths.ts'
import { useOpenAccount } from '../../../web/routing/use-open-account.ts'
import { useCurrency } from '../../../web/session/session.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { Link } from '../../../web/ui/actions/Link.tsx'
import { DescriptionList } from '../../../web/ui/text/DescriptionList.tsx'
import { Money } from '../../../web/ui/text/Money.tsx'
import { Note } from '../../../web/ui/text/Note.tsx'
import { taxIdLabel, taxIdOf } from '../../charities/domain/charity-labels.ts'
import { adviceText } from '../domain/advice-text.ts'
import { isOneOf, pendingStatuses } from '../domain/grant-status.ts'
import { donorChoices } from '../grant-labels.ts'
import { listGrants } from '../grants.contract.ts'
import type { StaffGrant } from './staff-grants.contract.ts'

/** The recommendation, its fund and donor, and the fund's previous grants to this charity. */
export function FundFacts({ grant }: { grant: StaffGrant }) {
  const { locale } = clientContext().clientSettings
  const openAccount = useOpenAccount()
  const currency = useCurrency()
  return (
    <DescriptionList
      items={[
        {
          term: 'Fund',
          description: (
            <>
              {grant.accountName}
              <Note>
                Account ID {grant.fundId} ·{' '}
                <Button kind="text" onPress={() => openAccount({ fundId: grant.fundId, currency })}>
                  Open its Fund Activity
                </Button>
              </Note>
            </>
          ),
        },
        { term: 'Donor', description: grant.donorName },
        { term: 'Available in the fund', description: <Available grant={grant} /> },
        {
          term: 'Charity (registered name)',
          description: (
            <>
              {grant.charityName}
              <Note>
                {taxIdLabel(grant.charityId)} {taxIdOf(grant.charityId)}
              </Note>
            </>
          ),
        },
        { term: 'Grants from this fund to this charity', description: <PreviousGrants grant={grant} /> },
        {
          term: 'Grants from all funds to this charity',
          description: (
            <>
              {grant.givenByAll.grants}
              <Note>
                <Money amountMinor={grant.givenByAll.paidMinor} currency={grant.currency} /> paid
              </Note>
            </>
          ),
        },
        ...choicesWithAnswer(grant, locale),
        {
          term: 'Recommended',
          description: [
            `${formatDate(grant.createdDate, locale)} by ${grant.recommendedByName}`,
            ...(grant.advice === null ? [] : [adviceText(grant.advice, locale)]),
          ].join(', '),
        },
        ...paymentOf(grant, locale),
        ...linksOf(grant),
      ]}
    />
  )
}

/** The donor's choices. The purpose has the answer to its question. */
function choicesWithAnswer(grant: StaffGrant, locale: string) {
  const { benefit } = grant
  return donorChoices(grant, locale).map(({ term, description }) => ({
    term,
    description: (
      <>
        {description}
        {term !== 'Purpose' || benefit === null ? null : (
          <Note>
            {benefit.question} {benefit.answer}
          </Note>
        )}
      </>
    ),
  }))
}

function paymentOf(grant: StaffGrant, locale: string) {
  if (grant.paidOn === null) return []
  const method =
    grant.paymentMethod === 'eft' ? 'EFT' : grant.paymentMethod && localEnglish(grant.paymentMethod, locale)
  const description = [formatDate(grant.paidOn, locale), method, grant.paymentReference]
    .filter(Boolean)
    .join(', ')
  return [{ term: 'Paid', description }]
}

/** The payment run that has the grant, and the grants that it replaces or that replace it. */
function linksOf({ paymentRun, reissueOf, reissuedAs }: StaffGrant) {
  const grantLink = ({ grantId, transactionId }: NonNullable<StaffGrant['reissueOf']>) => (
    <Link to={staffPaths.reviewGrant(grantId)}>Grant {transactionId}</Link>
  )
  return [
    ...(paymentRun === null
      ? []
      : [
          {
            term: 'Payment run',
            description: <Link to={staffPaths.paymentRun(paymentRun.runId)}>Run {paymentRun.runNumber}</Link>,
          },
        ]),
    ...(reissueOf === null ? [] : [{ term: 'Reissued for', description: grantLink(reissueOf) }]),
    ...(reissuedAs === null ? [] : [{ term: 'Reissued as', description: grantLink(reissuedAs) }]),
  ]
}

// The grant's fund may differ from the current account, so these queries name the fund.

function Available({ grant }: { grant: StaffGrant }) {
  const { fundId } = grant
  const input = { params: { fundId } }
  const overview = useQuery({
    ...query(getAccountOverview, input),
    queryFn: ({ signal }) => call(getAccountOverview, input, { signal, fundId }),
  })
  if (!overview.data)
    return overview.isLoadingError ? <LoadFailure what="The available balance" requests={[overview]} /> : '…'
  const { availableMinor, currency } = overview.data
  return (
    <>
      <Money amountMinor={availableMinor} currency={currency} />
      <Note>{setAsideLabel(grant)}</Note>
    </>
  )
}

/** Says whether the available balance already excludes this grant's amount. */
function setAsideLabel({ transactionStatusCode, reviewState }: StaffGrant): string | null {
  if (reviewState === 'waiting_for_funds')
    return 'This grant is waiting for funds. Nothing is set aside for it yet.'
  return isOneOf(pendingStatuses, transactionStatusCode) ? 'This grant’s amount is already set aside.' : null
}

function PreviousGrants({ grant: { fundId, charityId, currency } }: { grant: StaffGrant }) {
  const input = { params: { fundId }, query: { charityId, first: 1 } }
  const grants = useQuery({
    ...query(listGrants, input),
    queryFn: ({ signal }) => call(listGrants, input, { signal, fundId }),
  })
  if (!grants.data)
    return grants.isLoadingError ? <LoadFailure what="The earlier grants" requests={[grants]} /> : '…'
  const { total, aggregate } = grants.data.meta
  if (total === 1) return 'This is the first grant'
  return (
    <>
      {total} grants, including this one
      <Note>
        <Money amountMinor={aggregate.paidMinor} currency={currency} /> paid,{' '}
        <Money amountMinor={aggregate.pendingMinor} currency={currency} /> pending
      </Note>
    </>
  )
}
