import * as z from 'zod/mini'
import { type Individual, individualShape, keepsContactRules } from '../../contract/individual.ts'
import { call } from '../../web/api/call.ts'
import { refreshAll } from '../../web/api/query.ts'
import { useOtherEdits } from '../../web/api/use-other-edits.ts'
import { clientContext } from '../../web/client-context/client-context.ts'
import { ContactFields, NameFields, ProfessionFields } from '../../web/form/IndividualFields.tsx'
import { IndividualForm } from '../../web/form/IndividualForm.tsx'
import { TermsAcknowledgment } from '../../web/form/TermsAcknowledgment.tsx'
import { useForm } from '../../web/form/use-form.ts'
import { paths } from '../../web/routing/paths.ts'
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
  const edits = useOtherEdits(advisor.revision)
  const form = useForm({
    schema: draft,
    // The form’s texts may be null, as in the draft.
    initial: { ...details, legacyId2: advisor.legacyId2 ?? '', acknowledgesTerms: false } as Draft,
    save: async ({ acknowledgesTerms, legacyId2, ...attributes }) =>
      await call(updatePrimaryAdvisor, {
        params: { fundId },
        body: {
          data: { type: 'command', attributes: { acknowledgesTerms, revision: edits.revision } },
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
      void refreshAll()
      onDone(true)
    },
    onFailure: edits.onFailure,
  })
  return (
    <IndividualForm
      form={form}
      label="Contact Information"
      edits={edits}
      instantStyle={clientSettings}
      takesFocus
      onCancel={() => onDone(false)}
    >
      {advisor.isSelf ? (
        <NameFields field={form.field} locale={locale} isOwn />
      ) : (
        <p>Only {advisor.name} can change their name. We e-mail them about this change.</p>
      )}
      <ProfessionFields field={form.field} locale={locale} isOwn={advisor.isSelf} />
      <ContactFields
        field={form.field}
        locale={locale}
        isOwn={advisor.isSelf}
        country={form.values.country}
      />
      {advisor.mayEditIds ? (
        <TextField label="Legacy ID (optional)" maxLength={maxLegacyIdLength} {...form.field('legacyId2')} />
      ) : null}
      <TermsAcknowledgment termsPage={paths.terms()} {...form.field('acknowledgesTerms')} />
    </IndividualForm>
  )
}
