import { flushSync } from 'react-dom'
import { clientContext } from '../../web/client-context/client-context.ts'
import { Form } from '../../web/form/Form.tsx'
import { OtherEditsNotice } from '../../web/form/OtherEditsNotice.tsx'
import { SubmitRow } from '../../web/form/SubmitRow.tsx'
import { TermsAcknowledgment } from '../../web/form/TermsAcknowledgment.tsx'
import { paths } from '../../web/routing/paths.ts'
import { useCan } from '../../web/session/session.ts'
import { ExternalLink } from '../../web/ui/actions/ExternalLink.tsx'
import { Link } from '../../web/ui/actions/Link.tsx'
import { Alert } from '../../web/ui/notices/Alert.tsx'
import { guideAddress } from '../guides/domain/guides.ts'
import { notOnline, planInWords } from './domain/legacy-plan.ts'
import { readPercentage } from './domain/percentage.ts'
import { InstructionField } from './InstructionField.tsx'
import styles from './LegacyPlan.module.css'
import type { LegacyPlan } from './legacy-plan.contract.ts'
import { PlanEditor } from './PlanEditor.tsx'
import { PlanTable } from './PlanTable.tsx'
import { type DraftShare, draftOf } from './plan-draft.ts'
import { sectionTitles } from './plan-sections.ts'
import { usePlanForm } from './use-plan-form.ts'

type LegacyPlanFormProps = { stored: LegacyPlan; fundId: number }

/** The editor of §2.9 with the rules of §4 and §5. */
export function LegacyPlanForm({ stored, fundId }: LegacyPlanFormProps) {
  const isStaff = useCan('DOCUMENT_MANAGE')
  const plan = usePlanForm(stored, fundId)
  const { form, show, open, refusals } = plan
  const { shares } = form.values
  return (
    <>
      {plan.isSaved && !form.isDirty ? (
        <Alert kind="success" heading="Thank You" takesFocus>
          <p>Your requested updates have been saved.</p>
        </Alert>
      ) : null}
      {plan.otherEdits === null ? null : (
        <OtherEditsNotice
          edits={plan.otherEdits}
          instantStyle={clientContext().clientSettings}
          fields={[{ name: 'legacyPlan', label: 'legacy plan', own: wordsOfDraft(shares) }]}
          onUseSaved={() => show(stored)}
        />
      )}
      <PlanInWords stored={stored} draft={form.isDirty && isComplete(shares) ? wordsOfDraft(shares) : null} />
      <PlanEditor fundId={fundId} plan={plan} />
      <Form form={form} label="Legacy Plan">
        {isStaff ? <InstructionField fundId={fundId} {...form.field('instructionId')} /> : null}
        <TermsAcknowledgment termsPage={paths.terms()} {...form.field('acknowledgesTerms')} />
        {open !== null && refusals > 0 ? (
          <Alert key={refusals} kind="caution" takesFocus>
            Please save or close the '{sectionTitles[open]}' section
          </Alert>
        ) : null}
        <SubmitRow isPending={form.isPending} submitText="Save">
          <Link to={paths.account()} onClick={() => flushSync(() => show(stored))}>
            Cancel
          </Link>
        </SubmitRow>
      </Form>
    </>
  )
}

/** A plan that the reader cannot save, with the reason and whom to ask (§5). */
export function LegacyPlanFacts({ stored }: Pick<LegacyPlanFormProps, 'stored'>) {
  const { support } = clientContext().clientSettings
  const { shares } = draftOf(stored.current?.shares ?? [])
  return (
    <>
      <Alert kind="caution">
        {stored.violation}
        {stored.violation === notOnline ? (
          <>
            {' '}
            To change it, please call {support.phone} or send us the{' '}
            <ExternalLink href={guideAddress('legacy-plan-form')}>legacy plan form</ExternalLink>.
          </>
        ) : null}
      </Alert>
      {stored.isEndowed ? (
        <Alert>
          This fund is endowed: it continues under its agreement with us after the last surviving donor’s
          death.
        </Alert>
      ) : null}
      <PlanInWords stored={stored} draft={null} />
      {shares.length === 0 ? null : (
        <section className={styles.block}>
          <h2>Allocation</h2>
          <PlanTable shares={shares} />
        </section>
      )}
    </>
  )
}

/** The plan in one sentence, and the points to check (§17). */
function PlanInWords({ stored, draft }: { stored: LegacyPlan; draft: string | null }) {
  return (
    <section className={styles.block}>
      <h2>What your plan says</h2>
      <p className={styles.words}>{stored.words}</p>
      {draft === null ? null : (
        <p className={styles.words}>
          <strong>Not saved yet:</strong> {draft}
        </p>
      )}
      {stored.checkUp.length === 0 ? null : (
        <>
          <h3>Worth checking</h3>
          <ul className={styles.findings}>
            {stored.checkUp.map(finding => (
              <li key={finding}>{finding}</li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

const isComplete = (shares: readonly DraftShare[]): boolean =>
  shares.every(({ percentage }) => readPercentage(percentage) !== null)

const wordsOfDraft = (shares: readonly DraftShare[]): string =>
  planInWords(
    shares.map(({ name, option, percentage }) => ({
      name,
      designation: option,
      shareHundredths: readPercentage(percentage) ?? 0,
    })),
  )
