import type { Reply } from '../../../contract/endpoint.ts'
import { type Currency, formatMoney } from '../../../domain/money.ts'
import { call } from '../../../web/api/call.ts'
import { refreshAll } from '../../../web/api/query.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { Form } from '../../../web/form/Form.tsx'
import { FormHeading } from '../../../web/form/FormHeading.tsx'
import { CancelButton, SubmitRow } from '../../../web/form/SubmitRow.tsx'
import { useForm } from '../../../web/form/use-form.ts'
import { RadioGroup } from '../../../web/ui/fields/RadioGroup.tsx'
import { Select } from '../../../web/ui/fields/Select.tsx'
import { TextArea } from '../../../web/ui/fields/TextArea.tsx'
import { suspenseEnds } from '../../suspense/domain/suspense-item.ts'
import { suspenseEndLabels } from '../domain/suspense-labels.ts'
import { endSuspenseItem, type listSuspenseItems, type SuspenseItem } from '../reconciliation.contract.ts'
import styles from './Bank.module.css'
import { MatchFields } from './MatchFields.tsx'
import { suggestedDraft, suspenseSchema } from './suspense-draft.ts'

type EndSuspenseProps = {
  item: SuspenseItem
  currency: Currency
  books: Reply<typeof listSuspenseItems>['meta']['books']
  takesIra: boolean
  /** The other credits in suspense about which nobody has decided. */
  others: readonly SuspenseItem[]
  onDone: (sentence: string) => void
  onCancel: () => void
}

/** Decides what becomes of money in suspense. */
export function EndSuspense({ item, currency, books, takesIra, others, onDone, onCancel }: EndSuspenseProps) {
  const { locale } = clientContext().clientSettings
  const form = useForm({
    schema: suspenseSchema,
    initial: suggestedDraft(item),
    groups: ['shares'],
    save: attributes =>
      call(endSuspenseItem, {
        params: { itemId: item.itemId },
        body: { data: { type: 'command', attributes } },
      }),
    onSaved: ({ postingRequest }) => {
      onDone(
        postingRequest === null
          ? 'The money has left suspense.'
          : 'The money has not left suspense yet. A second person has to confirm it on the page Requests.',
      )
      void refreshAll()
    },
  })
  const { end } = form.values
  return (
    <div className={styles.form}>
      <Form form={form} label="Decide what becomes of money in suspense">
        <FormHeading level={2}>
          {formatMoney(item.amountMinor, currency, locale)}: {item.counterparty ?? item.detail}
        </FormHeading>
        <RadioGroup
          label="What becomes of the money"
          choices={suspenseEnds
            .filter(each => each !== 'transferred' || books.length > 0)
            .map(value => ({ value, text: suspenseEndLabels[value] }))}
          isRequired
          {...form.field('end')}
        />
        {end === 'matched' ? (
          <MatchFields form={form} item={item} others={others} currency={currency} takesIra={takesIra} />
        ) : null}
        {end === 'transferred' ? (
          <Select
            label="Book"
            choices={books.map(({ name, title }) => ({ value: name, text: title }))}
            isRequired
            {...form.field('toBook')}
          />
        ) : null}
        <TextArea
          label="Reason"
          hint={
            end === 'returned' || end === 'transferred'
              ? 'Say how and when the money is sent. The portal sends none.'
              : 'For staff.'
          }
          isRequired
          {...form.field('reason')}
        />
        <SubmitRow isPending={form.isPending} submitText="Record the decision">
          <CancelButton form={form} onCancel={onCancel}>
            Go back
          </CancelButton>
        </SubmitRow>
      </Form>
    </div>
  )
}
