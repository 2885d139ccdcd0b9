import * as z from 'zod/mini'
import { typedText } from '../../../contract/typed-text.ts'
import { call } from '../../../web/api/call.ts'
import { Form } from '../../../web/form/Form.tsx'
import { SubmitRow } from '../../../web/form/SubmitRow.tsx'
import { useForm } from '../../../web/form/use-form.ts'
import { TextArea } from '../../../web/ui/fields/TextArea.tsx'
import { type BankMonth, signBankMonth } from '../bank-month.contract.ts'
import styles from './Bank.module.css'

type SignOffProps = { month: BankMonth; onDone: (sentence: string) => void }

/** Signs off a month with the figures that are shown. */
export function SignOff({ month: { account, month, figuresHash }, onDone }: SignOffProps) {
  const form = useForm({
    schema: z.object({ note: typedText(1000) }),
    initial: { note: '' },
    save: ({ note }) =>
      call(signBankMonth, {
        params: { account: account.key, month },
        body: { data: { type: 'command', attributes: { figuresHash, note: note === '' ? null : note } } },
      }),
    onSaved: () => onDone('The month was signed off. Its figures are kept as they are now.'),
  })
  return (
    <section className={styles.form}>
      <h2>Sign off</h2>
      <p>
        The balances agree with what the bank booked. The figures are kept as they are now; what changes later
        is shown beside them.
      </p>
      <Form form={form} guardsChanges={false} label="Sign off this month">
        <TextArea label="Note (optional)" {...form.field('note')} />
        <SubmitRow isPending={form.isPending} submitText="Sign off this month" />
      </Form>
    </section>
  )
}
