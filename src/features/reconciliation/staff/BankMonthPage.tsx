import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Problem } from '../../../contract/problems.ts'
import { asIsoDate, formatInstant } from '../../../domain/dates.ts'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { query, refreshAll } from '../../../web/api/query.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { PageHeading } from '../../../web/routing/PageHeading.tsx'
import { useScreenParams } from '../../../web/routing/screen-params.ts'
import { staffPaths } from '../../../web/routing/staff-paths.ts'
import { useCan } from '../../../web/session/session.ts'
import { Link } from '../../../web/ui/actions/Link.tsx'
import { Breadcrumb } from '../../../web/ui/navigation/Breadcrumb.tsx'
import { Alert } from '../../../web/ui/notices/Alert.tsx'
import { Skeleton } from '../../../web/ui/progress/Skeleton.tsx'
import { StatusChip } from '../../../web/ui/text/StatusChip.tsx'
import { type BankMonth, getBankMonth } from '../bank-month.contract.ts'
import { debitKinds } from '../domain/debit-kinds.ts'
import { formatMonth } from '../domain/sign-off.ts'
import styles from './Bank.module.css'
import { DebitsToExplain } from './DebitsToExplain.tsx'
import { ExpectedRuns } from './ExpectedRuns.tsx'
import { ExplainedDebits } from './ExplainedDebits.tsx'
import { MonthChanges } from './MonthChanges.tsx'
import { MonthItems } from './MonthItems.tsx'
import { MonthStatement } from './MonthStatement.tsx'
import { SignOff } from './SignOff.tsx'

/** /super-user-dashboard/bank/{account}/{month}: what the bank says of a month, what it is for us, and its sign-off. */
export function BankMonthPage() {
  const { account, month } = useScreenParams('/super-user-dashboard/bank/$account/$month')
  if (asIsoDate(`${month}-01`) === null || !/^[a-z0-9-]{1,60}$/.test(account)) throw new Problem('not-found')
  const found = useQuery(query(getBankMonth, { params: { account, month } }))
  if (found.isLoadingError) return <LoadFailure what="The month" requests={[found]} />
  if (!found.data) return <Skeleton shape="statement" lines={10} label="Loading the month" />
  return <MonthView key={`${account} ${month}`} month={found.data} />
}

const isDebitKind = (kind: string) => debitKinds.some(each => each === kind)

const firstOf = (month: string) => {
  const day = asIsoDate(`${month}-01`)
  if (day === null) throw new Problem('not-found')
  return day
}

function MonthView({ month: shown }: { month: BankMonth }) {
  const { clientSettings } = clientContext()
  const { locale } = clientSettings
  const mayPost = useCan('POSTING_CREATE')
  const [done, setDone] = useState<string | null>(null)
  const { account, month, signed, refusal, figures, currency } = shown
  const title = (of: string) => formatMonth(firstOf(of), locale)
  const finish = (sentence: string) => {
    setDone(sentence)
    void refreshAll()
  }
  return (
    <>
      <Breadcrumb pages={[{ title: 'Bank', to: staffPaths.bank() }]} />
      <PageHeading
        title={`Bank Account: ${account.name}, ${title(month)}`}
        status={
          <StatusChip sign={signed ? 'done' : 'waiting'}>
            {signed ? 'Signed off' : refusal === null ? 'Ready to sign off' : 'Open'}
          </StatusChip>
        }
        lead={`${account.bankCode}, ending in ${account.numberEnd}`}
      >
        {account.name}, {title(month)}
      </PageHeading>
      <nav aria-label="Months" className={styles.months}>
        {shown.previous === null ? null : (
          <Link to={staffPaths.bankMonth(account.key, shown.previous)}>{title(shown.previous)}</Link>
        )}
        {shown.next === null ? null : (
          <Link to={staffPaths.bankMonth(account.key, shown.next)}>{title(shown.next)}</Link>
        )}
      </nav>
      {done === null ? null : (
        <Alert key={done} kind="success" takesFocus>
          <p>{done}</p>
        </Alert>
      )}
      <div className={styles.view}>
        {signed === null ? null : (
          <Alert kind="information">
            <p>
              {signed.byName} signed off this month on {formatInstant(signed.at, clientSettings)}.
              {signed.note === null ? '' : ` ${signed.note}`}
            </p>
          </Alert>
        )}
        {signed === null || signed.changes.length === 0 ? null : (
          <MonthChanges signed={signed} currency={currency} />
        )}
        {shown.gaps.length === 0 ? null : (
          <Alert kind="caution" heading="Statements are missing">
            {shown.gaps.map(gap => (
              <p key={gap}>{gap}</p>
            ))}
          </Alert>
        )}
        <MonthStatement figures={figures} currency={currency} />
        {figures.booked.some(({ kind }) => kind === 'unexplained') ? (
          <DebitsToExplain month={shown} mayExplain={mayPost} onDone={finish} />
        ) : null}
        {signed !== null ? null : refusal !== null ? (
          <Alert kind="information" heading="Not ready to sign off">
            <p>{refusal}</p>
          </Alert>
        ) : mayPost ? (
          <SignOff month={shown} onDone={finish} />
        ) : null}
        {figures.booked.some(({ kind }) => isDebitKind(kind)) ? (
          <ExplainedDebits month={shown} mayWithdraw={mayPost} onDone={finish} />
        ) : null}
        <ExpectedRuns month={shown} />
        <MonthItems month={shown} />
      </div>
    </>
  )
}
