import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { Problem } from '../../contract/problems.ts'
import { LoadFailure } from '../../web/api/LoadFailure.tsx'
import { clientContext } from '../../web/client-context/client-context.ts'
import { inClientEnglish } from '../../web/client-context/client-english.ts'
import { FormWithHelp } from '../../web/form/FormWithHelp.tsx'
import { PageHeading } from '../../web/routing/PageHeading.tsx'
import { paths } from '../../web/routing/paths.ts'
import { useScreenParams } from '../../web/routing/screen-params.ts'
import { optionalParam, useSearchParams } from '../../web/routing/search-params.ts'
import { Link } from '../../web/ui/actions/Link.tsx'
import { Alert } from '../../web/ui/notices/Alert.tsx'
import { Skeleton } from '../../web/ui/progress/Skeleton.tsx'
import { Steps } from '../../web/ui/progress/Steps.tsx'
import { AccountStep } from './AccountStep.tsx'
import { AdvisorStep } from './AdvisorStep.tsx'
import type { AccountApplication } from './account-opening.contract.ts'
import { applicationQuery } from './application-query.ts'
import { ContributionStep } from './ContributionStep.tsx'
import { DonorsStep } from './DonorsStep.tsx'
import { draftSteps, type Step, steps } from './domain/application.ts'
import { ReviewStep } from './ReviewStep.tsx'
import { SignStep } from './SignStep.tsx'
import { SuccessorsStep } from './SuccessorsStep.tsx'
import { stepTitle } from './step-title.ts'
import { fieldsOf } from './use-step-form.ts'

const searchSchema = z.object({ application: optionalParam(z.uuid()) })

/** /new-account-opening/{step}?application=…: one step of an application. Once it was sent, every address shows what happens to it. */
export function ApplicationPage() {
  const { step: named } = useScreenParams('/new-account-opening/$step')
  const { application: applicationId } = useSearchParams(searchSchema)
  const step = steps.find(each => each === named)
  if (applicationId === undefined || step === undefined) return <ApplicationNotFound />
  return <LoadedApplication key={applicationId} applicationId={applicationId} step={step} />
}

function ApplicationNotFound() {
  return (
    <>
      <PageHeading title="Open a New Account">Open a New Account</PageHeading>
      <Alert kind="caution">
        <p>We couldn’t find this application. It may have been deleted, or it may belong to someone else.</p>
        <p>
          <Link to={paths.accountOpening()}>See your applications</Link>
        </p>
      </Alert>
    </>
  )
}

function LoadedApplication({ applicationId, step }: { applicationId: string; step: Step }) {
  const loaded = useQuery({
    ...applicationQuery(applicationId),
    throwOnError: false,
    // Its document is made within seconds; while others sign, the page need not be loaded again.
    refetchInterval: ({ state: { data } }) => (data?.state === 'signing' ? 5000 : false),
  })
  if (loaded.isError && loaded.error instanceof Problem && loaded.error.code === 'not-found')
    return <ApplicationNotFound />
  if (loaded.isLoadingError) return <LoadFailure what="The application" requests={[loaded]} />
  if (!loaded.data) return <Skeleton shape="text" lines={10} label="Loading the application" />
  const application = loaded.data
  // What was sent is no longer filled in.
  const shown = application.mayEdit ? step : 'sign'
  return <ShownStep key={shown} application={application} step={shown} />
}

/** The steps of this client. One that shows no legacy plan asks for none (§15). */
const stepsOfClient = (): Step[] =>
  steps.filter(step => step !== 'successors' || clientContext().clientSettings.legacyPlanShown)

/** A step is complete once nothing is missing in it; the review, once nothing is missing at all. */
const isComplete = (step: Step, errors: AccountApplication['errors']): boolean =>
  draftSteps.every(each => (each !== step && step !== 'review') || errors[each] === undefined)

function ShownStep({ application, step }: { application: AccountApplication; step: Step }) {
  const navigate = useNavigate()
  const { applicationId, draft, errors, reference } = application
  const all = stepsOfClient()
  const current = Math.max(0, all.indexOf(step))
  const next = all[current + 1] ?? 'sign'
  const goOn = () => void navigate({ to: paths.applicationStep(next, applicationId) })
  if (draft === null) return <ApplicationNotFound />
  const about = { application, draft, onComplete: goOn }
  const name = draft.account.accountName.trim()
  const isFilledIn = draftSteps.some(each => each === step)
  return (
    <>
      <PageHeading
        title={`Open a New Account: ${stepTitle(step)}`}
        lead={`Application ${reference}${name === '' ? '' : ` for “${name}”`}`}
      >
        {step === 'sign' && !application.mayEdit ? 'Your Application' : stepTitle(step)}
      </PageHeading>
      {application.mayEdit ? (
        <Steps
          label="Open a New Account"
          current={current}
          steps={all.map(each => ({
            title: stepTitle(each),
            isDone: isComplete(each, errors),
            ...(each === 'sign' ? {} : { to: paths.applicationStep(each, applicationId) }),
          }))}
        />
      ) : null}
      {isFilledIn && application.message !== null ? (
        <Alert kind="caution" heading="We have a question">
          <p>{application.message}</p>
        </Alert>
      ) : null}
      {isFilledIn ? (
        <FormWithHelp next={afterTheLastStep()}>
          {step === 'account' ? <AccountStep {...about} /> : null}
          {step === 'donors' ? <DonorsStep key={fieldsOf(draft, 'donors')} {...about} /> : null}
          {step === 'advisor' ? <AdvisorStep {...about} /> : null}
          {step === 'successors' ? <SuccessorsStep key={fieldsOf(draft, 'successors')} {...about} /> : null}
          {step === 'contribution' ? (
            <ContributionStep key={fieldsOf(draft, 'contribution')} {...about} />
          ) : null}
        </FormWithHelp>
      ) : null}
      {step === 'review' || (step === 'sign' && application.mayEdit) ? (
        <ReviewStep application={application} draft={draft} errors={errors} />
      ) : null}
      {step === 'sign' && !application.mayEdit ? <SignStep application={application} draft={draft} /> : null}
    </>
  )
}

const afterTheLastStep = () => [
  'You check all entries, and send the application.',
  'Each donor signs it, on screen.',
  'We review it, and e-mail you when the account is open.',
  inClientEnglish(
    'Then you sign a gift agreement for cash, or a letter of authorisation for bank transfers and securities.',
  ),
]
