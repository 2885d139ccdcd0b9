import { useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { type OtherEdits, Problem } from '../../contract/problems.ts'
import { call } from '../../web/api/call.ts'
import { refreshEverywhere } from '../../web/api/refresh-everywhere.ts'
import { showSubmitFailure } from '../../web/api/show-failure.ts'
import { clientContext } from '../../web/client-context/client-context.ts'
import { Form } from '../../web/form/Form.tsx'
import { OtherEditsNotice } from '../../web/form/OtherEditsNotice.tsx'
import { SubmitRow } from '../../web/form/SubmitRow.tsx'
import { TermsAcknowledgment } from '../../web/form/TermsAcknowledgment.tsx'
import { useForm } from '../../web/form/use-form.ts'
import { paths } from '../../web/routing/paths.ts'
import { useCan } from '../../web/session/session.ts'
import { Link } from '../../web/ui/actions/Link.tsx'
import { Alert } from '../../web/ui/notices/Alert.tsx'
import { acknowledgesTerms } from '../account-details/account-name.contract.ts'
import { Allocation } from './Allocation.tsx'
import { isWholeOrNone, planInWords } from './domain/legacy-plan.ts'
import { InstructionField } from './InstructionField.tsx'
import { type LegacyPlan, saveLegacyPlan } from './legacy-plan.contract.ts'
import { PlanInWords } from './PlanInWords.tsx'
import { PlanSections } from './PlanSections.tsx'
import {
  type DraftShare,
  draftOf,
  type PlanDraft,
  readPercentage,
  shareToSave,
  typedTotal,
} from './plan-draft.ts'
import { namedFailure } from './plan-failure.ts'
import { type Section, sectionTitles } from './plan-sections.ts'

/** A box is true or false; only true passes. The shares are checked beside the total. */
const schema = z.object({
  shares: z.array(z.custom<DraftShare>()),
  acknowledgesTerms: z.pipe(z.boolean(), acknowledgesTerms),
  instructionId: z.nullable(z.string()),
})

/** The editor of §2.9 with the rules of §4 and §5. What cannot be saved is shown all the same, without its buttons. */
export function LegacyPlanForm({ stored, fundId }: { stored: LegacyPlan; fundId: number }) {
  const isStaff = useCan('DOCUMENT_MANAGE')
  const isReadOnly = stored.obstacle !== null
  /** What the draft is based on: a save replaces this revision and no later one. */
  const [revision, setRevision] = useState(stored.revision)
  const [otherEdits, setOtherEdits] = useState<OtherEdits | null>(null)
  const [isSaved, setSaved] = useState(false)
  const [open, setOpen] = useState<Section | null>(null)
  const [refusals, setRefusals] = useState(0)
  const total = useRef<HTMLParagraphElement>(null)
  const storedShares = stored.current?.shares ?? []
  const form = useForm<PlanDraft, z.output<typeof schema>, LegacyPlan>({
    schema,
    initial: draftOf(storedShares),
    save: async ({ shares, ...attributes }) =>
      await call(saveLegacyPlan, {
        params: { fundId },
        body: {
          data: {
            type: 'command',
            attributes: { ...attributes, revision, shares: shares.map(shareToSave) },
          },
        },
      }).catch(failure => {
        throw namedFailure(failure, shares)
      }),
    onSaved: saved => {
      show(saved)
      setSaved(true)
      void refreshEverywhere()
    },
    onFailure: failure => {
      setSaved(false)
      if (!(failure instanceof Problem && failure.otherEdits)) return showSubmitFailure(failure)
      setOtherEdits(failure.otherEdits)
      setRevision(failure.otherEdits.revision)
      void refreshEverywhere()
    },
  })
  const { shares } = form.values
  const show = (plan: LegacyPlan) => {
    form.reset(draftOf(plan.current?.shares ?? []))
    setRevision(plan.revision)
    setOtherEdits(null)
    setOpen(null)
    setRefusals(0)
  }
  // A plan that was stored elsewhere replaces this one, unless the person has begun to edit it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when what is stored changes
  useEffect(() => {
    if (stored.revision > revision && !form.isDirtyNow() && open === null) show(stored)
  }, [stored])

  const submit: typeof form.submit = async event => {
    event?.preventDefault()
    const isAllocated =
      isWholeOrNone(typedTotal(shares)) &&
      shares.every(({ percentage }) => readPercentage(percentage) !== null)
    if (open !== null || !isAllocated) {
      setRefusals(refusals + 1)
      if (open === null) {
        total.current?.scrollIntoView({ block: 'center' })
        total.current?.focus({ preventScroll: true })
      }
      return
    }
    await form.submit()
  }
  return (
    <>
      {isSaved && !form.isDirty ? (
        <Alert kind="success" heading="Thank You" takesFocus>
          <p>Your requested updates have been saved.</p>
        </Alert>
      ) : null}
      {stored.obstacle === null ? null : <Alert kind="caution">{stored.obstacle}</Alert>}
      {stored.isEndowed ? (
        <Alert>
          This fund is endowed: it continues under its agreement with us when its last donor dies.
        </Alert>
      ) : null}
      {otherEdits === null ? null : (
        <OtherEditsNotice
          edits={otherEdits}
          instantStyle={clientContext().clientSettings}
          fields={[{ name: 'legacyPlan', label: 'legacy plan', own: wordsOfDraft(shares) }]}
          onUseSaved={() => show(stored)}
        />
      )}
      <PlanInWords stored={stored} draft={form.isDirty ? wordsOfDraft(shares) : null} />
      <PlanSections
        shares={shares}
        onChange={next => form.set('shares', next)}
        open={open}
        onOpen={setOpen}
        isReadOnly={isReadOnly}
      />
      <Form form={{ ...form, submit }} label="Legacy Plan" guardsChanges={!isReadOnly}>
        <Allocation
          shares={shares}
          onChange={next => form.set('shares', next)}
          totalRef={total}
          isRefused={refusals > 0}
          isReadOnly={isReadOnly}
        />
        {isStaff && !isReadOnly ? (
          <InstructionField fundId={fundId} {...form.field('instructionId')} />
        ) : null}
        <TermsAcknowledgment {...form.field('acknowledgesTerms')} isDisabled={isReadOnly} />
        {open !== null && refusals > 0 ? (
          <Alert key={refusals} kind="caution" takesFocus>
            Please save or close the '{sectionTitles[open]}' section
          </Alert>
        ) : null}
        <SubmitRow isPending={form.isPending} submitText="Save" isDisabled={isReadOnly}>
          <Link to={paths.account()} onClick={() => show(stored)}>
            Cancel
          </Link>
        </SubmitRow>
      </Form>
    </>
  )
}

const wordsOfDraft = (shares: readonly DraftShare[]): string =>
  planInWords(
    shares.map(({ name, option, percentage }) => ({
      name,
      designation: option,
      shareHundredths: readPercentage(percentage) ?? 0,
    })),
  )
