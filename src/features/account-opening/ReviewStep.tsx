import * as z from 'zod/mini'
import { call } from '../../web/api/call.ts'
import { queryClient, refreshAll } from '../../web/api/query.ts'
import { showSubmitFailure } from '../../web/api/show-failure.ts'
import { Form } from '../../web/form/Form.tsx'
import { SubmitRow } from '../../web/form/SubmitRow.tsx'
import { useForm } from '../../web/form/use-form.ts'
import { paths } from '../../web/routing/paths.ts'
import { Link } from '../../web/ui/actions/Link.tsx'
import { Checkbox } from '../../web/ui/fields/Checkbox.tsx'
import { Alert } from '../../web/ui/notices/Alert.tsx'
import { VisuallyHidden } from '../../web/ui/text/VisuallyHidden.tsx'
import { acknowledgesTerms } from '../account-details/account-name.contract.ts'
import styles from './AccountOpening.module.css'
import { ApplicationFacts } from './ApplicationFacts.tsx'
import { type AccountApplication, sendApplication } from './account-opening.contract.ts'
import { applicationQuery } from './application-query.ts'
import { draftSteps } from './domain/application.ts'
import type { ApplicationDraft } from './domain/draft.ts'
import { SupportingDocuments } from './SupportingDocuments.tsx'
import { stepTitle } from './step-title.ts'
import { WithdrawApplication } from './WithdrawApplication.tsx'

type ReviewStepProps = {
  application: AccountApplication
  draft: ApplicationDraft
  errors: AccountApplication['errors']
}

/** Everything once more, what is still missing by step, and the button that sends it to its donors. */
export function ReviewStep({ application, draft, errors }: ReviewStepProps) {
  const { applicationId } = application
  const missing = draftSteps.filter(step => errors[step] !== undefined)
  return (
    <>
      {application.message === null ? null : (
        <Alert kind="caution" heading="We have a question">
          <p>{application.message}</p>
        </Alert>
      )}
      {missing.length === 0 ? null : (
        <Alert kind="caution" heading="Something is still missing">
          <ul>
            {missing.map(step => (
              <li key={step}>
                <Link to={paths.applicationStep(step, applicationId)}>{stepTitle(step)}</Link>:{' '}
                {sentencesOf(errors[step]).join(' ')}
              </li>
            ))}
          </ul>
        </Alert>
      )}
      <ApplicationFacts
        draft={draft}
        after={step => (
          <Link to={paths.applicationStep(step, applicationId)}>
            Change<VisuallyHidden> {stepTitle(step)}</VisuallyHidden>
          </Link>
        )}
      />
      <SupportingDocuments application={application} />
      {missing.length === 0 ? <SendForm key={application.revision} application={application} /> : null}
      <WithdrawApplication application={application} />
    </>
  )
}

/** At most three, because the step itself lists all. */
function sentencesOf(errors: Record<string, string[]> | undefined): string[] {
  const all = [...new Set(Object.values(errors ?? {}).flat())]
  return all.length > 3 ? [...all.slice(0, 3).map(withStop), '…'] : all.map(withStop)
}
const withStop = (sentence: string) => (/[.!?]$/.test(sentence) ? sentence : `${sentence}.`)

const schema = z.object({ acknowledgesTerms })

function SendForm({ application }: { application: AccountApplication }) {
  const { applicationId, revision, startedAs } = application
  const form = useForm({
    schema,
    initial: { acknowledgesTerms: false as boolean },
    save: async attributes => {
      const body = { data: { type: 'command' as const, attributes: { revision, ...attributes } } }
      return await call(sendApplication, { params: { applicationId }, body })
    },
    onSaved: sent => {
      queryClient.setQueryData(applicationQuery(applicationId).queryKey, sent)
      void refreshAll()
    },
    onFailure: showSubmitFailure,
  })
  return (
    <section className={styles.section}>
      <h2>Send for signature</h2>
      <p>
        {startedAs === 'donor'
          ? 'You sign first. We’ll e-mail the other donors when it is their turn, and review the application once everyone has signed.'
          : 'We’ll e-mail each donor when it is their turn to sign, and review the application once everyone has signed.'}
      </p>
      <Form form={form} label="Send the application">
        <Checkbox {...form.field('acknowledgesTerms')} isRequired>
          The details are complete and correct, and I acknowledge the{' '}
          <Link to={paths.terms()} target="_blank">
            terms (opens in a new tab)
          </Link>
        </Checkbox>
        <SubmitRow isPending={form.isPending} submitText="Send for signature" />
      </Form>
    </section>
  )
}
