import { useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { type Individual, individualShape, keepsContactRules } from '../../contract/individual.ts'
import { type OtherEdits, Problem } from '../../contract/problems.ts'
import { call } from '../../web/api/call.ts'
import { refreshEverywhere } from '../../web/api/refresh-everywhere.ts'
import { showSubmitFailure } from '../../web/api/show-failure.ts'
import { clientContext } from '../../web/client-context/client-context.ts'
import { Form } from '../../web/form/Form.tsx'
import { ContactFields, NameFields, ProfessionFields } from '../../web/form/IndividualFields.tsx'
import { fieldLabels } from '../../web/form/individual-labels.ts'
import { OtherEditsNotice } from '../../web/form/OtherEditsNotice.tsx'
import { SubmitRow } from '../../web/form/SubmitRow.tsx'
import { TermsAcknowledgment } from '../../web/form/TermsAcknowledgment.tsx'
import { useForm } from '../../web/form/use-form.ts'
import { paths } from '../../web/routing/paths.ts'
import { Button } from '../../web/ui/actions/Button.tsx'
import { TextField } from '../../web/ui/fields/TextField.tsx'
import { acknowledgesTerms } from './account-name.contract.ts'
import {
  type Advisor,
  legacyId2,
  maxLegacyIdLength,
  updatePrimaryAdvisor,
} from './primary-advisor.contract.ts'

type Draft = Individual & { legacyId2: string; acknowledgesTerms: boolean }

/** A box is true or false; only true passes. The advisor's fields are checked by the rules that the server applies too. */
const draft = z
  .object({
    ...individualShape,
    legacyId2,
    acknowledgesTerms: z.pipe(z.boolean(), acknowledgesTerms),
  })
  .check(keepsContactRules)

type AdvisorFormProps = {
  accountId: string
  advisor: Advisor
  details: Individual
  fundId: number
  onDone: (wasSaved: boolean) => void
}

/** The advisor's form with the rules of §4 and §5. The focus starts on its first field. */
export function AdvisorForm({ accountId, advisor, details, fundId, onDone }: AdvisorFormProps) {
  const { clientSettings } = clientContext()
  const { locale } = clientSettings
  const [revision, setRevision] = useState(advisor.revision)
  const [otherEdits, setOtherEdits] = useState<OtherEdits | null>(null)
  const form = useForm({
    schema: draft,
    initial: { ...details, legacyId2: advisor.legacyId2 ?? '', acknowledgesTerms: false } as Draft,
    save: async ({ acknowledgesTerms, legacyId2, ...attributes }) =>
      await call(updatePrimaryAdvisor, {
        params: { fundId },
        body: {
          data: { type: 'command', attributes: { acknowledgesTerms, revision } },
          db: {
            account: {
              [accountId]: {
                relationships: { primaryAdvisor: { data: { type: 'individual', id: advisor.rowIndex } } },
              },
            },
            individual: {
              [advisor.rowIndex]: { attributes, ...(advisor.mayEditIds ? { ids: { legacyId2 } } : {}) },
            },
          },
        },
      }),
    onSaved: () => {
      void refreshEverywhere()
      onDone(true)
    },
    onFailure: failure => {
      if (!(failure instanceof Problem && failure.otherEdits)) return showSubmitFailure(failure)
      setOtherEdits(failure.otherEdits)
      setRevision(failure.otherEdits.revision)
    },
  })
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.querySelector('input')?.focus(), [])
  const { acknowledgesTerms: _box, ...texts } = form.values
  return (
    <div ref={box}>
      {otherEdits === null ? null : (
        <OtherEditsNotice
          edits={otherEdits}
          instantStyle={clientSettings}
          fields={Object.entries(texts).map(([name, own]) => ({
            name,
            label: fieldLabels[name] ?? name,
            own,
          }))}
          onUseSaved={({ revision: saved, ...values }) => {
            form.reset({ ...form.values, ...values })
            setRevision(saved)
            setOtherEdits(null)
          }}
        />
      )}
      <Form form={form} label="Contact Information">
        <NameFields field={form.field} locale={locale} />
        <ProfessionFields field={form.field} locale={locale} />
        <ContactFields field={form.field} locale={locale} country={form.values.country} />
        {advisor.mayEditIds ? (
          <TextField
            label="Legacy ID (optional)"
            maxLength={maxLegacyIdLength}
            {...form.field('legacyId2')}
          />
        ) : null}
        <TermsAcknowledgment termsPage={paths.terms()} {...form.field('acknowledgesTerms')} />
        <SubmitRow isPending={form.isPending} submitText="Save">
          <Button
            onPress={() => {
              form.reset()
              onDone(false)
            }}
          >
            Cancel
          </Button>
        </SubmitRow>
      </Form>
    </div>
  )
}
