import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { getAccountOverview } from '../../../contract/account-overview.contract.ts'
import { formatDate } from '../../../domain/dates.ts'
import { call } from '../../../web/api/call.ts'
import { query } from '../../../web/api/query.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { DescriptionList } from '../../../web/ui/text/DescriptionList.tsx'
import { Money } from '../../../web/ui/text/Money.tsx'
import { namings } from '../../grants/domain/purpose.ts'
import { listGrants, type StaffGrant } from '../../grants/grants.contract.ts'
import { useOpenAccount } from '../use-open-account.ts'
import styles from './Review.module.css'

/** What was asked, by whom, and what the fund has given to this charity so far. */
export function FundFacts({ grant }: { grant: StaffGrant }) {
  const { locale } = clientContext().clientSettings
  const openAccount = useOpenAccount()
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
                <Button kind="text" onPress={() => openAccount(grant.fundId)}>
                  Open its Fund Activity
                </Button>
              </Note>
            </>
          ),
        },
        { term: 'Donor', description: grant.donorName },
        { term: 'Available in the fund', description: <Available grant={grant} /> },
        {
          term: 'Charity, as registered',
          description: (
            <>
              {grant.charityName}
              <Note>{grant.charityId}</Note>
            </>
          ),
        },
        { term: 'From this fund to this charity', description: <Former grant={grant} /> },
        {
          term: 'Purpose',
          description: (
            <>
              {grant.grantPurpose}
              {grant.benefit === null ? null : (
                <Note>
                  {grant.benefit.question} {grant.benefit.answer}
                </Note>
              )}
            </>
          ),
        },
        { term: 'Named to the charity', description: namings[grant.namingCode] },
        {
          term: 'Recommended',
          description: `${formatDate(grant.createdDate, locale)}, by ${grant.recommendedByName}`,
        },
        ...paymentOf(grant, locale),
      ]}
    />
  )
}

function paymentOf(grant: StaffGrant, locale: string) {
  if (grant.paidOn === null) return []
  const method =
    grant.paymentMethod === 'eft' ? 'EFT' : grant.paymentMethod && chequeWord(locale, grant.paymentMethod)
  const description = [formatDate(grant.paidOn, locale), method, grant.paymentReference]
    .filter(Boolean)
    .join(', ')
  return [{ term: 'Paid', description }]
}

const chequeWord = (locale: string, cheque: string) => (locale === 'en-US' ? 'check' : cheque)

function Note({ children }: { children: ReactNode }) {
  return <span className={styles.note}>{children}</span>
}

// The grant's fund need not be the current account, so these reads name it themselves.

function Available({ grant }: { grant: StaffGrant }) {
  const { fundId } = grant
  const sent = { params: { fundId } }
  const overview = useQuery({
    ...query(getAccountOverview, sent),
    queryFn: ({ signal }) => call(getAccountOverview, sent, { signal, fundId }),
  })
  if (!overview.data) return overview.isError ? 'Could not be loaded' : '…'
  const { availableMinor, currency } = overview.data
  return (
    <>
      <Money amountMinor={availableMinor} currency={currency} />
      <Note>{setAsideInWords(grant)}</Note>
    </>
  )
}

/** What the available balance has to do with this grant's amount. */
function setAsideInWords({ transactionStatusCode, reviewState }: StaffGrant): string | null {
  if (reviewState === 'waiting_for_funds') return 'Nothing is set aside for this grant: it waits for funds.'
  return transactionStatusCode <= 4 ? 'This grant’s amount is already set aside.' : null
}

function Former({ grant: { fundId, charityId, currency } }: { grant: StaffGrant }) {
  const sent = { params: { fundId }, query: { charityId, first: 1 } }
  const grants = useQuery({
    ...query(listGrants, sent),
    queryFn: ({ signal }) => call(listGrants, sent, { signal, fundId }),
  })
  if (!grants.data) return grants.isError ? 'Could not be loaded' : '…'
  const { total, aggregate } = grants.data.meta
  if (total === 1) return 'This is the first grant'
  return (
    <>
      {total} grants, this one included
      <Note>
        <Money amountMinor={aggregate.paidMinor} currency={currency} /> paid,{' '}
        <Money amountMinor={aggregate.pendingMinor} currency={currency} /> pending
      </Note>
    </>
  )
}
