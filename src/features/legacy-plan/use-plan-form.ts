import { useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { type FieldErrors, Problem } from '../../contract/problems.ts'
import { call } from '../../web/api/call.ts'
import { refreshAll } from '../../web/api/query.ts'
import { useOtherEdits } from '../../web/api/use-other-edits.ts'
import { useForm } from '../../web/form/use-form.ts'
import { acknowledgesTerms } from '../account-details/account-name.contract.ts'
import { isWholeOrNone } from './domain/legacy-plan.ts'
import { readPercentage } from './domain/percentage.ts'
import { type LegacyPlan, saveLegacyPlan } from './legacy-plan.contract.ts'
import { type DraftShare, draftOf, type PlanDraft, shareToSave, typedTotal } from './plan-draft.ts'
import type { Section } from './plan-sections.ts'

/** A box is true or false; only true passes. The shares are checked beside the total. */
const schema = z.object({
  shares: z.array(z.custom<DraftShare>()),
  acknowledgesTerms: z.pipe(z.boolean(), acknowledgesTerms),
  instructionId: z.nullable(z.string()),
})

/** The draft of a plan, what is open in its editor, and how it is saved (§4, §5). */
export function usePlanForm(stored: LegacyPlan, fundId: number) {
  const { revision, otherEdits, ...edits } = useOtherEdits(stored.revision)
  const [isSaved, setSaved] = useState(false)
  const [open, setOpen] = useState<Section | null>(null)
  const [refusals, setRefusals] = useState(0)
  const [isEditorDirty, setEditorDirty] = useState(false)
  const total = useRef<HTMLSpanElement>(null)
  const form = useForm<PlanDraft, z.output<typeof schema>, LegacyPlan>({
    schema,
    initial: draftOf(stored.current?.shares ?? []),
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
      void refreshAll()
    },
    onFailure: failure => {
      setSaved(false)
      if (edits.onFailure(failure)) void refreshAll()
    },
  })
  const { shares } = form.values
  const show = (plan: LegacyPlan) => {
    form.reset(draftOf(plan.current?.shares ?? []))
    edits.continueFrom(plan.revision)
    setOpen(null)
    setRefusals(0)
    setEditorDirty(false)
  }
  // A plan that was stored elsewhere replaces this one, unless the person has started to edit it.
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
  return {
    /** A plan is dirty while its open editor is. */
    form: {
      ...form,
      submit,
      isDirty: form.isDirty || isEditorDirty,
      isDirtyNow: () => form.isDirtyNow() || isEditorDirty,
    },
    /** Receives the focus where the total is refused. */
    total,
    show,
    ...{ isSaved, otherEdits, open, setOpen, refusals, setEditorDirty },
  }
}

/** A refusal whose messages about the share with an index name the person or the charity: people never see an index. */
function namedFailure(failure: unknown, shares: readonly DraftShare[]): unknown {
  if (!(failure instanceof Problem) || !failure.errors) return failure
  const errors: FieldErrors = {}
  for (const [field, messages] of Object.entries(failure.errors)) {
    const index = /^shares\.(\d+)/.exec(field)?.[1]
    const name = index === undefined ? undefined : shares[Number(index)]?.name
    const named = name === undefined ? messages : messages.map(message => `${name}: ${message}`)
    const known = index !== undefined || field === 'totalAllocation' ? 'shares' : field
    errors[known] = [...(errors[known] ?? []), ...named]
  }
  return { errors }
}
