import { formatInstant } from '../../../domain/dates.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { staffPaths } from '../../../web/routing/staff-paths.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { Link } from '../../../web/ui/actions/Link.tsx'
import { Checkbox } from '../../../web/ui/fields/Checkbox.tsx'
import { Alert } from '../../../web/ui/notices/Alert.tsx'
import { Table } from '../../../web/ui/table/Table.tsx'
import { Money } from '../../../web/ui/text/Money.tsx'
import { charityName } from '../../charities/domain/charity-name.ts'
import { WaitingForSecond } from '../../posting-requests/WaitingForSecond.tsx'
import type { BankFileLine, BankFilePlan } from '../bank-files.contract.ts'
import { FileEffects } from './FileEffects.tsx'
import styles from './Payments.module.css'

const effects: Readonly<Record<BankFileLine['effect'], string>> = {
  cleared: 'Cleared',
  returned: 'Returned',
  rejected: 'Refused by the bank, to be paid again',
  change: 'Notice of change',
  ask: 'For you to decide',
  none: 'Nothing yet',
  booked: 'Already booked',
  done: 'Nothing left to do',
  unknown: 'Not one of our payments',
  refused: 'Can’t be applied',
}

/** Of a report within the day and of an advice. */
const announcement =
  'This file announces what the bank has booked. A statement confirms it; until then nothing of it goes into suspense, and the month shows it as announced.'

type BankFileChangesProps = {
  name: string
  plan: BankFilePlan
  /** Whether the file is being applied, or checked with another answer. */
  isBusy: boolean
  onConfirm: (line: number, isConfirmed: boolean) => void
  onApply: () => void
}

/** What a checked file changes, line by line, with the questions that a person answers. */
export function BankFileChanges({ name, plan, isBusy, onConfirm, onApply }: BankFileChangesProps) {
  const { cleared, returned, rejected, changes, newLines, newStatements } = plan
  const changesAnything =
    cleared.payments + returned.payments + rejected.payments + changes + newLines + newStatements > 0
  return (
    <section aria-label="What the file changes" className={styles.view}>
      <Summary name={name} plan={plan} isCaution={!changesAnything} />
      {plan.format === 'camt.052' || plan.format === 'camt.054' ? <p>{announcement}</p> : null}
      {plan.postingRequest === null ? null : (
        <p>
          <WaitingForSecond request={plan.postingRequest} />
        </p>
      )}
      {changesAnything && plan.postingRequest === null ? (
        <p>
          <Button kind="primary" isPending={isBusy} pendingText="Processing..." onPress={onApply}>
            Apply this file
          </Button>
        </p>
      ) : null}
      <FileLines plan={plan} onConfirm={onConfirm} />
      {plan.otherLines === 0 ? null : <p>And {plan.otherLines} more lines.</p>}
    </section>
  )
}

function Summary({ name, plan, isCaution }: { name: string; plan: BankFilePlan; isCaution: boolean }) {
  const { clientSettings } = clientContext()
  const { toDecide, currency } = plan
  return (
    <Alert kind={isCaution ? 'caution' : 'information'} heading={name} takesFocus>
      {plan.appliedAt === null ? null : (
        <p>
          This file was already applied by {plan.appliedByName},{' '}
          {formatInstant(plan.appliedAt, clientSettings)}.
        </p>
      )}
      <FileEffects summary={plan} currency={currency} />
      {plan.gaps.map(gap => (
        <p key={gap}>{gap}</p>
      ))}
      {toDecide === 0 ? null : (
        <p>
          {toDecide === 1 ? 'One line is' : `${toDecide} lines are`} for you to decide. What you do not
          confirm changes no grant.
        </p>
      )}
    </Alert>
  )
}

type FileLinesProps = Pick<BankFileChangesProps, 'plan'> & Partial<Pick<BankFileChangesProps, 'onConfirm'>>
type Row = BankFileLine & { key: number; isFirstOfLine: boolean }

/** The lines of a file. Without `onConfirm` they show what a person has answered. */
export function FileLines({ plan: { lines, currency }, onConfirm }: FileLinesProps) {
  const asks = lines.some(({ question }) => question !== null)
  return (
    <Table<Row>
      caption="What each line changes"
      columns={[
        {
          key: 'reference',
          heading: 'Payment',
          isRowHeading: true,
          cell: ({ reference, grantId, line }) =>
            grantId === null ? (
              (reference ?? `Line ${line}`)
            ) : (
              <Link to={staffPaths.reviewGrant(grantId)}>{reference ?? `Line ${line}`}</Link>
            ),
        },
        {
          key: 'charity',
          heading: 'Charity',
          cell: ({ charityName: name }) => (name === null ? null : charityName(name)),
        },
        { key: 'effect', heading: 'Effect', cell: ({ effect }) => effects[effect] },
        { key: 'sentence', heading: 'What the bank says', cell: ({ sentence }) => sentence },
        ...(asks
          ? [
              {
                key: 'answer',
                heading: onConfirm ? 'Your decision' : 'Decision',
                cell: ({ line, question, isConfirmed, isFirstOfLine }: Row) =>
                  question === null || !isFirstOfLine ? null : onConfirm === undefined ? (
                    `${question}: ${isConfirmed ? 'yes' : 'no'}`
                  ) : (
                    <Checkbox
                      name={`confirm-${line}`}
                      value={isConfirmed}
                      onChange={value => onConfirm(line, value)}
                    >
                      {question}
                    </Checkbox>
                  ),
              },
            ]
          : []),
        {
          key: 'amount',
          heading: 'Amount',
          isNumeric: true,
          cell: ({ amountMinor }) =>
            amountMinor === null ? null : <Money amountMinor={amountMinor} currency={currency} />,
        },
      ]}
      rows={rowsOf(lines)}
      rowKey={({ key }) => key}
      empty={{ text: 'The file has no lines.' }}
    />
  )
}

/** A line about a whole run has a row for each payment, and one answer. */
function rowsOf(lines: readonly BankFileLine[]): Row[] {
  const seen = new Set<number>()
  return lines.map((line, key) => {
    const isFirstOfLine = !seen.has(line.line)
    seen.add(line.line)
    return { ...line, key, isFirstOfLine }
  })
}
