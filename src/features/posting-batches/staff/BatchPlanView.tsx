import type { ReactNode } from 'react'
import { countOf } from '../../../domain/count-of.ts'
import { formatDate } from '../../../domain/dates.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { inClientEnglish } from '../../../web/client-context/client-english.ts'
import { staffPaths } from '../../../web/routing/staff-paths.ts'
import { Link } from '../../../web/ui/actions/Link.tsx'
import { Alert } from '../../../web/ui/notices/Alert.tsx'
import { Table } from '../../../web/ui/table/Table.tsx'
import { Money } from '../../../web/ui/text/Money.tsx'
import { Note } from '../../../web/ui/text/Note.tsx'
import { batchKinds } from '../domain/posting-batch.ts'
import type { BatchPlan, BatchTotal } from '../posting-batches.contract.ts'
import styles from './PostingBatches.module.css'

type BatchPlanViewProps = {
  /** What was checked: the name of a file, or of a fee. */
  name: string
  plan: BatchPlan
  label?: string
  /** How its lines were computed. */
  children?: ReactNode
}

const shownLines = 10
const linesIn = (lines: readonly number[], count: number) =>
  `${lines.slice(0, shownLines).join(', ')}${count > shownLines ? ', and others' : ''}`

/** `batch 12`, or `batches 12, 14`, with the latest batch of each line. */
function earlierBatches(earlier: BatchPlan['earlier']): string {
  const numbers = [...new Set(earlier.map(({ batchNumber }) => batchNumber))].toSorted((a, b) => a - b)
  return numbers.length === 1 ? `batch ${numbers[0]}` : `batches ${linesIn(numbers, numbers.length)}`
}

const daysOf = ({ from, to }: NonNullable<BatchPlan['days']>, locale: string): string =>
  from === to
    ? `all of ${formatDate(from, locale)}`
    : `from ${formatDate(from, locale)} to ${formatDate(to, locale)}`

/** What a batch would do, as things are now. */
export function BatchPlanView({
  name,
  plan,
  label = 'What the file would do',
  children,
}: BatchPlanViewProps) {
  const { locale } = clientContext().clientSettings
  const { currency } = plan
  return (
    <section aria-label={label} className={styles.plan}>
      <Alert kind={plan.refusal === null && plan.earlierLines === 0 ? 'information' : 'caution'} takesFocus>
        <p>
          {name}: {countOf(plan.lines, 'line', locale)}
          {plan.fundCount === 0 ? '' : ` for ${countOf(plan.fundCount, 'fund', locale)}`}
          {plan.days === null ? '' : `, ${daysOf(plan.days, locale)}`}. {plan.refusal}
        </p>
        {plan.earlierLines === 0 ? null : (
          <p>
            {countOf(plan.earlierLines, 'line', locale)}{' '}
            {inClientEnglish('with the same account, kind, date{,} and amount as a line of')}{' '}
            {earlierBatches(plan.earlier)}:{' '}
            {linesIn(
              plan.earlier.map(({ line }) => line),
              plan.earlierLines,
            )}
            . Were they posted before?
          </p>
        )}
        {plan.repeatedLines === 0 ? null : (
          <p>
            {countOf(plan.repeatedLines, 'line', locale)}{' '}
            {inClientEnglish('with the same account, kind, date{,} and amount as an earlier one')}:{' '}
            {linesIn(plan.repeated, plan.repeatedLines)}. Was a row copied twice?
          </p>
        )}
        {plan.movedLines === 0 || plan.firstOpenDay === null ? null : (
          <p>
            {countOf(plan.movedLines, 'line', locale)} of a closed month would be posted on{' '}
            {formatDate(plan.firstOpenDay, locale)} with both dates: {linesIn(plan.moved, plan.movedLines)}.
          </p>
        )}
        {plan.fundsBelowZero === 0 ? null : (
          <p>{countOf(plan.fundsBelowZero, 'fund', locale)} would be below zero.</p>
        )}
      </Alert>
      {plan.wrongLines === 0 ? null : (
        <Table
          caption={`Lines that cannot be read (${plan.wrongLines.toLocaleString(locale)})`}
          columns={[
            { key: 'line', heading: 'Line', isRowHeading: true, cell: row => row.line },
            {
              key: 'problems',
              heading: 'What is wrong',
              cell: row => row.problems.map(problem => problem.replace(/\.?$/, '.')).join(' '),
            },
          ]}
          rows={plan.wrong}
          rowKey={row => row.line}
          empty={{ text: '' }}
        />
      )}
      {plan.totals.length === 0 ? null : (
        <Table
          caption="Totals"
          columns={[
            { key: 'kind', heading: 'Kind', isRowHeading: true, cell: row => batchKinds[row.kind].label },
            {
              key: 'lines',
              heading: 'Lines',
              isNumeric: true,
              cell: row => row.lines.toLocaleString(locale),
            },
            {
              key: 'amount',
              heading: 'Amount',
              isNumeric: true,
              cell: row => <Money amountMinor={row.amountMinor} currency={currency} />,
            },
            {
              key: 'posted',
              heading: 'To be posted',
              isNumeric: true,
              cell: row => <Money amountMinor={row.postedMinor} currency={currency} />,
            },
            { key: 'last', heading: 'Last batch', cell: row => <Last total={row} plan={plan} /> },
          ]}
          rows={plan.totals}
          rowKey={row => row.kind}
          empty={{ text: '' }}
        />
      )}
      {children}
      {plan.leftOutLines === 0 ? null : (
        <Table
          caption={`Left out, or posted in part (${plan.leftOutLines.toLocaleString(locale)})`}
          columns={[
            { key: 'line', heading: 'Line', isRowHeading: true, cell: row => row.line },
            {
              key: 'account',
              heading: 'Account',
              cell: row => (
                <div>
                  {row.accountName}
                  <Note>{row.fundId}</Note>
                </div>
              ),
            },
            { key: 'kind', heading: 'Kind', cell: row => batchKinds[row.kind].label },
            {
              key: 'amount',
              heading: 'Amount',
              isNumeric: true,
              cell: row => <Money amountMinor={row.amountMinor} currency={currency} />,
            },
            { key: 'note', heading: 'Why', cell: row => row.note },
          ]}
          rows={plan.leftOut}
          rowKey={row => row.line}
          empty={{ text: '' }}
        />
      )}
      {plan.fundCount === 0 ? null : (
        <Table
          caption={
            plan.fundCount > plan.funds.length
              ? `Available balances: the ${plan.funds.length} largest changes`
              : 'Available balances'
          }
          columns={[
            {
              key: 'account',
              heading: 'Account',
              isRowHeading: true,
              cell: row => (
                <div>
                  {row.accountName}
                  <Note>{row.fundId}</Note>
                </div>
              ),
            },
            {
              key: 'before',
              heading: 'Now',
              isNumeric: true,
              cell: row => <Money amountMinor={row.beforeMinor} currency={currency} />,
            },
            {
              key: 'after',
              heading: 'Afterwards',
              isNumeric: true,
              cell: row => <Money amountMinor={row.afterMinor} currency={currency} />,
            },
          ]}
          rows={plan.funds}
          rowKey={row => row.fundId}
          empty={{ text: '' }}
        />
      )}
    </section>
  )
}

function Last({ total: { last }, plan }: { total: BatchTotal; plan: BatchPlan }) {
  const { locale } = clientContext().clientSettings
  if (last === null) return 'None yet'
  return (
    <div>
      <Link to={staffPaths.postingBatch(last.batchId)}>{last.reference}</Link>
      <Note>
        {countOf(last.lines, 'line', locale)},{' '}
        <Money amountMinor={last.amountMinor} currency={plan.currency} />
      </Note>
    </div>
  )
}
