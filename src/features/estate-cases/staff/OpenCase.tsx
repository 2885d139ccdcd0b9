import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import * as z from 'zod/mini'
import { Problem } from '../../../contract/problems.ts'
import { dateOf, type IsoDate } from '../../../domain/dates.ts'
import { missingFundId, readFundId, unknownFundId } from '../../../domain/fund-id.ts'
import { call } from '../../../web/api/call.ts'
import { LoadFailure, type LoadRequest } from '../../../web/api/LoadFailure.tsx'
import { query, refreshAll } from '../../../web/api/query.ts'
import { useDebounced } from '../../../web/api/use-debounced.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { Form } from '../../../web/form/Form.tsx'
import { CancelButton, SubmitRow } from '../../../web/form/SubmitRow.tsx'
import { useForm } from '../../../web/form/use-form.ts'
import { staffPaths } from '../../../web/routing/staff-paths.ts'
import { Checkbox } from '../../../web/ui/fields/Checkbox.tsx'
import { DateField } from '../../../web/ui/fields/DateField.tsx'
import { RadioGroup } from '../../../web/ui/fields/RadioGroup.tsx'
import { Select } from '../../../web/ui/fields/Select.tsx'
import { TextArea } from '../../../web/ui/fields/TextArea.tsx'
import { TextField } from '../../../web/ui/fields/TextField.tsx'
import { Alert } from '../../../web/ui/notices/Alert.tsx'
import { closingShares, type Recipient, recipientsViolation } from '../domain/closing-recipients.ts'
import { dayOfDeathQuestion } from '../domain/day-of-death.ts'
import { caseKinds, caseTexts } from '../estate-cases.contract.ts'
import { getCaseFacts, openCase } from '../open-case.contract.ts'
import { ClosingRecipients } from './ClosingRecipients.tsx'
import { caseKindLabels } from './case-labels.ts'
import { documentChoices } from './document-choices.ts'

const searchDelayMs = 300
const noRecipients: readonly Recipient[] = []
const isTypedFundId = (text: string) => readFundId(text) !== null

const schema = z.object({
  kind: z.enum(caseKinds),
  fundId: z.string().check(z.refine(isTypedFundId, missingFundId)),
  partyId: z.nullable(z.string()),
  diedOn: z.nullable(z.custom<IsoDate>()),
  isDayConfirmed: z.boolean(),
  documentId: z.nullable(z.string()),
  reason: caseTexts.opened,
  shares: z.custom<readonly Recipient[]>(),
})
const checked = schema.check(({ value: { kind, shares }, issues }) => {
  const violation = kind === 'death' ? null : recipientsViolation(shares)
  if (violation !== null) issues.push({ code: 'custom', message: violation, path: ['shares'], input: shares })
})

function FactsFailure({ facts }: { facts: LoadRequest }) {
  const { error } = facts
  if (error instanceof Problem && error.code === 'not-found') return <p>{unknownFundId}</p>
  return <LoadFailure what="The account" requests={[facts]} />
}

/** Opens a case. The account becomes immobile with it; a second person looks at the document before anything else happens. */
export function OpenCase({ onDone }: { onDone: () => void }) {
  const { clientSettings } = clientContext()
  const { history } = useRouter()
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const form = useForm({
    schema: checked,
    initial: {
      // The form can have every kind.
      kind: 'death' as (typeof caseKinds)[number],
      fundId: '',
      partyId: null as string | null,
      diedOn: null as IsoDate | null,
      isDayConfirmed: false,
      documentId: null as string | null,
      reason: '',
      shares: noRecipients,
    },
    save: ({ kind, fundId, partyId, diedOn, isDayConfirmed, documentId, reason, shares }) => {
      const isDeath = kind === 'death'
      const attributes = {
        kind,
        fundId: Number(fundId),
        partyId: isDeath ? partyId : null,
        diedOn: isDeath ? diedOn : null,
        isDayConfirmed,
        documentId: documentId ?? '',
        reason,
        shares: isDeath ? [] : closingShares(shares),
      }
      return call(openCase, { body: { data: { type: 'command', attributes } } }, { idempotencyKey })
    },
    onSaved: ({ caseId }) => {
      void refreshAll()
      history.push(staffPaths.estateCase(caseId))
    },
  })
  const [fundId, kind] = [form.field('fundId').value, form.field('kind').value]
  const asked = useDebounced(fundId, searchDelayMs)
  const facts = useQuery({
    ...query(getCaseFacts, { query: { fundId: asked.trim() } }),
    enabled: isTypedFundId(asked),
    retry: false,
    throwOnError: false,
  })
  const found = isTypedFundId(asked) ? facts.data : undefined
  const diedOn = form.field('diedOn').value
  const person = found?.donors.find(({ partyId }) => partyId === form.field('partyId').value)
  const question =
    found && person && diedOn !== null
      ? dayOfDeathQuestion(
          diedOn,
          { openedOn: found.openedOn, signedOn: person.signedOn },
          clientSettings.locale,
        )
      : null
  return (
    <Form form={form} label="Open a case">
      <RadioGroup
        label="What happened"
        choices={caseKinds.map(value => ({ value, text: caseKindLabels[value] }))}
        {...form.field('kind')}
      />
      <TextField label="Account ID" inputMode="numeric" isRequired {...form.field('fundId')} />
      {isTypedFundId(asked) && facts.isLoadingError ? <FactsFailure facts={facts} /> : null}
      {found ? <p role="status">{found.accountName}</p> : null}
      {found && found.violation !== null ? <Alert kind="caution">{found.violation}</Alert> : null}
      {kind === 'death' ? (
        <>
          <Select
            label="Who died"
            choices={(found?.donors ?? []).map(({ partyId, name }) => ({ value: partyId, text: name }))}
            {...form.field('partyId')}
          />
          <DateField
            label="Date of death"
            latest={dateOf(new Date(), clientSettings.timeZone)}
            {...form.field('diedOn')}
          />
          <p>
            Every account of which this person is a donor goes on hold, each with a case of its own. When a
            second person has confirmed the death, this person can no longer log in.
          </p>
          {question === null ? null : (
            <Checkbox {...form.field('isDayConfirmed')}>{question} The date of death is right.</Checkbox>
          )}
        </>
      ) : (
        <ClosingRecipients fundId={Number(asked)} funds={found?.funds ?? []} {...form.field('shares')} />
      )}
      <Select
        label={kind === 'death' ? 'Death certificate' : 'The donors’ signed instruction'}
        hint={
          kind === 'death'
            ? 'Choose from the account’s documents of the type Death Certificate. Upload it there first.'
            : 'Choose from the account’s documents. Upload it there first.'
        }
        choices={documentChoices(kind, found?.documents ?? [])}
        {...form.field('documentId')}
      />
      <TextArea label="Details" isRequired {...form.field('reason')} />
      <SubmitRow isPending={form.isPending} submitText="Open this case">
        <CancelButton form={form} onCancel={onDone} />
      </SubmitRow>
    </Form>
  )
}
