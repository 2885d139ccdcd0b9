import * as z from 'zod/mini'
import { requiredMessage } from '../../../../contract/required-text.ts'
import { typedText } from '../../../../contract/typed-text.ts'
import { call } from '../../../../web/api/call.ts'
import { clientContext } from '../../../../web/client-context/client-context.ts'
import { Form } from '../../../../web/form/Form.tsx'
import { SubmitRow } from '../../../../web/form/SubmitRow.tsx'
import { useForm } from '../../../../web/form/use-form.ts'
import { useCan } from '../../../../web/session/session.ts'
import { TextArea } from '../../../../web/ui/fields/TextArea.tsx'
import { Alert } from '../../../../web/ui/notices/Alert.tsx'
import { Section } from '../../../../web/ui/sections/Section.tsx'
import { OnScreenOnly } from '../../../../web/ui/text/Printed.tsx'
import { monthName } from '../../domain/months.ts'
import { missingNote } from '../domain/close-checks.ts'
import { closeMonth, type MonthToClose } from '../month-close.contract.ts'
import { Checks } from './Checks.tsx'

type NextMonthProps = { next: MonthToClose; onDone: (sentence: string) => void }

/** The check list of the month that is closed next, and its sign-off. */
export function NextMonth({ next, onDone }: NextMonthProps) {
  const mayClose = useCan('PERIOD_CLOSE')
  const name = monthName(next.month, clientContext().clientSettings.locale)
  return (
    <Section heading={`Close ${name}`}>
      <p>
        {`A closed month takes no entry. What comes later for it is posted on the first day of the next month and bears both dates.${
          next.isFirst ? ' It is the first that is closed, so the months before it are closed with it.' : ''
        }`}
      </p>
      <Checks caption={`Checks of ${name}`} checks={next.checks} />
      {next.refusal !== null ? (
        <Alert kind="information" heading="Not ready to close">
          <p>{next.refusal}</p>
        </Alert>
      ) : mayClose ? (
        <OnScreenOnly>
          <CloseForm next={next} name={name} onDone={onDone} />
        </OnScreenOnly>
      ) : null}
    </Section>
  )
}

function CloseForm({
  next: { month, checksHash, needsNote },
  name,
  onDone,
}: NextMonthProps & { name: string }) {
  const form = useForm({
    schema: z.object({ note: needsNote ? requiredMessage(missingNote) : typedText(1000) }),
    initial: { note: '' },
    save: ({ note }) =>
      call(closeMonth, {
        body: {
          data: { type: 'command', attributes: { month, checksHash, note: note === '' ? null : note } },
        },
      }),
    onSaved: () => onDone(`${name} was closed.`),
  })
  return (
    <Form form={form} guardsChanges={false} label={`Close ${name}`}>
      <TextArea
        label={needsNote ? 'Why it is closed with what is open' : 'Note (optional)'}
        isRequired={needsNote}
        {...form.field('note')}
      />
      <SubmitRow isPending={form.isPending} submitText={`Close ${name}`} />
    </Form>
  )
}
