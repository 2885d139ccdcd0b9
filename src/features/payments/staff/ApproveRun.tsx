import * as z from 'zod/mini'
import { Problem } from '../../../contract/problems.ts'
import { countOf } from '../../../domain/count-of.ts'
import { formatDate } from '../../../domain/dates.ts'
import { localEnglish } from '../../../domain/local-english.ts'
import { formatMoney } from '../../../domain/money.ts'
import { call } from '../../../web/api/call.ts'
import { refreshAll } from '../../../web/api/query.ts'
import { showSubmitFailure } from '../../../web/api/show-failure.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { Form } from '../../../web/form/Form.tsx'
import { SubmitRow } from '../../../web/form/SubmitRow.tsx'
import { useForm } from '../../../web/form/use-form.ts'
import { Checkbox } from '../../../web/ui/fields/Checkbox.tsx'
import { TextField } from '../../../web/ui/fields/TextField.tsx'
import { Alert } from '../../../web/ui/notices/Alert.tsx'
import { describeRanges } from '../domain/cheque-stock.ts'
import { approveRun, firstCheque, type RunDetails } from '../payments.contract.ts'
import { doneSentence, paymentCount } from './payment-labels.ts'

type ApproveRunProps = { run: RunDetails; onDone: (next: RunDetails, sentence: string) => void }

/**
 * The approval by a second person: the sum that they approve, and the number of the first cheque. They confirm that they have looked at the
 * payments as the last check found them: another check takes the tick away.
 */
export function ApproveRun({ run, onDone }: ApproveRunProps) {
  const { locale } = clientContext().clientSettings
  const isCheque = run.method === 'cheque'
  /** Without a stock the approver types the number on the first cheque. */
  const typesNumber = isCheque && run.stock === null
  const form = useForm({
    schema: z.object({
      lookedAt: z
        .string()
        .check(z.refine(at => at === run.checkedAt, 'Confirm that you have reviewed the payments')),
      firstCheque: typesNumber ? firstCheque : z.string(),
    }),
    initial: { lookedAt: '', firstCheque: run.nextCheque ?? '' },
    save: values =>
      call(approveRun, {
        params: { runId: run.runId },
        body: {
          data: {
            type: 'command',
            attributes: {
              firstCheque: typesNumber ? values.firstCheque : null,
              contentHash: run.contentHash,
              paymentOn: run.paymentOn,
            },
          },
        },
      }),
    onSaved: next => onDone(next, doneSentence('approve', next)),
    onFailure: failure => {
      showSubmitFailure(failure)
      if (failure instanceof Problem && failure.code === 'conflict') void refreshAll()
    },
  })
  const sum = formatMoney(run.amountMinor, run.currency, locale)
  const day = formatDate(run.paymentOn, locale)
  const dated = isCheque ? `dated ${day}` : `to be paid on ${day}`
  return (
    <Form form={form} guardsChanges={false} label="Approve this run">
      {run.stock === null ? null : <NumbersOfStock run={run} stock={run.stock} />}
      {typesNumber ? (
        <TextField
          label={`Number on the first ${localEnglish('cheque', locale)}`}
          hint="The rest are numbered in sequence."
          inputMode="numeric"
          autoComplete="off"
          isRequired
          {...form.field('firstCheque')}
        />
      ) : null}
      <Checkbox
        {...form.field('lookedAt')}
        value={form.values.lookedAt === run.checkedAt}
        onChange={hasLooked => form.set('lookedAt', hasLooked ? run.checkedAt : '')}
      >
        {run.payments === 1
          ? `I have reviewed the one payment of ${sum}, ${dated}`
          : `I have reviewed these ${paymentCount(run.payments)}, ${sum} in total, ${dated}`}
      </Checkbox>
      <SubmitRow isPending={form.isPending} submitText="Approve this run" />
    </Form>
  )
}

/** The numbers that the run would get now, or how many the stock lacks. */
function NumbersOfStock({ run, stock }: { run: RunDetails; stock: NonNullable<RunDetails['stock']> }) {
  const { locale } = clientContext().clientSettings
  if (stock.left < run.payments)
    return (
      <Alert kind="caution">
        <p>
          {localEnglish(
            `This run needs ${countOf(run.payments, 'cheque', locale)}, and the stock has ${stock.left}. Record the next box first.`,
            locale,
          )}
        </p>
      </Alert>
    )
  const cheques = localEnglish(run.payments === 1 ? 'cheque' : 'cheques', locale)
  return (
    <p>
      The stock’s next {cheques}: {describeRanges(stock.numbers, locale)}.
    </p>
  )
}
