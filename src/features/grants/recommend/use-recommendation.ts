import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { Reply, Sent } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { call } from '../../../web/api/call.ts'
import { refreshAll } from '../../../web/api/query.ts'
import { showSubmitFailure } from '../../../web/api/show-failure.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { fieldErrorsOf, isSameDraft } from '../../../web/form/field-errors.ts'
import { useForm } from '../../../web/form/use-form.ts'
import { paths } from '../../../web/routing/paths.ts'
import type { CurrentAccount } from '../../../web/session/current-account.ts'
import type { GrantRules } from '../domain/grant-rules.ts'
import { recommendGrant } from '../grants.contract.ts'
import {
  attributesOf,
  draftSchema,
  type GrantDraft,
  type Step,
  stepOfField,
  steps,
  stepToShow,
} from './grant-draft.ts'
import type { DraftStore, StoredDraft } from './stored-draft.ts'

type Saved =
  | { kind: 'step-done' }
  | { kind: 'recommended'; grant: Reply<typeof recommendGrant> }
  /** The server asks for a confirmation: the same charity and amount within 30 days (§13). */
  | { kind: 'repeat'; question: string }

type RecommendationOptions = {
  account: CurrentAccount
  /** Null until a charity is chosen that can receive a grant. */
  charityId: string | null
  /** Known before the charity is loaded. */
  charityIdInAddress: string | null
  /** The draft before anything was entered. */
  pristine: GrantDraft
  /** Where the draft survives a reload. */
  store: DraftStore
  requestedStep: Step | undefined
  addressOf: (step: Step) => string
}

export function rulesOf(account: CurrentAccount): GrantRules {
  const { locale, minimumGrantMinor, wholeUnitsOnly, overBalance } = clientContext().clientSettings
  return {
    minimumMinor: BigInt(minimumGrantMinor),
    wholeUnitsOnly,
    availableMinor: overBalance === 'block' ? account.availableMinor : null,
    currency: account.currency,
    locale,
  }
}

/**
 * One recommendation from its first step to its submission. The draft keeps one idempotency key, also across a reload, so it
 * makes one grant however often it is sent. A field that the server refuses leads back to its step.
 */
export function useRecommendation(options: RecommendationOptions) {
  const { account, charityId, pristine, store, requestedStep, addressOf } = options
  const { history } = useRouter()
  const [{ idempotencyKey, draft: initial, hasFailed: hadFailed }] = useState(
    () =>
      store.read(options.charityIdInAddress) ?? {
        idempotencyKey: crypto.randomUUID(),
        draft: pristine,
        hasFailed: false,
      },
  )
  const [hasFailed, setFailed] = useState(hadFailed)
  // The failed submit may have set the amount aside, so the balance no longer says whether this draft is covered.
  const rules = { ...rulesOf(account), ...(hasFailed ? { availableMinor: null } : {}) }
  const [repeatQuestion, setRepeatQuestion] = useState<string | null>(null)
  const repeatConfirmed = useRef(false)
  const isSubmitted = useRef(false)
  const values = useRef(initial)
  const shownStep = () => stepToShow(requestedStep, charityId !== null, values.current, rules)

  const send = (draft: GrantDraft): Promise<Saved> =>
    sendRecommendation({
      fundId: account.fundId,
      idempotencyKey,
      attributes: {
        charityId: charityId ?? '',
        ...attributesOf(draft),
        repeatConfirmed: repeatConfirmed.current,
      },
      onRefused: step => history.push(addressOf(step)),
    })

  const form = useForm<GrantDraft, GrantDraft, Saved>({
    schema: draftSchema(shownStep(), rules),
    initial,
    save: async draft => (shownStep() === 'review' ? await send(draft) : { kind: 'step-done' }),
    onSaved: saved => {
      if (saved.kind === 'repeat') return setRepeatQuestion(saved.question)
      if (saved.kind === 'step-done')
        return history.push(addressOf(steps[steps.indexOf(shownStep()) + 1] ?? 'review'))
      isSubmitted.current = true
      store.remove()
      void refreshAll()
      history.push(paths.grant(saved.grant.grantId), { thanks: true })
    },
    onFailure: failure => {
      showSubmitFailure(failure)
      const code = failure instanceof Problem ? failure.code : null
      // The first attempt arrived and the draft was changed since: another recommendation needs another key.
      if (code === 'conflict') store.remove()
      // A person who cancelled the verification was not refused.
      else if (code !== 'step-up-needed') setFailed(true)
    },
  })
  values.current = form.values
  useStoredDraft(
    store,
    { idempotencyKey, charityId: options.charityIdInAddress, hasFailed, draft: form.values },
    { isStored: !isSubmitted.current && !isSameDraft(form.values, pristine) },
  )

  return {
    form,
    rules,
    step: stepToShow(requestedStep, charityId !== null, form.values, rules),
    /** Whether a submit failed, which the button says: repeating it is safe. */
    hasFailed,
    /** Compares with the pristine draft, because `form` treats each finished step as saved. */
    guard: {
      isDirty: !isSameDraft(form.values, pristine),
      isDirtyNow: () => !isSubmitted.current && !isSameDraft(values.current, pristine),
    },
    repeat: {
      question: repeatQuestion,
      cancel: () => setRepeatQuestion(null),
      confirm: async () => {
        setRepeatQuestion(null)
        repeatConfirmed.current = true
        await form.submit()
        repeatConfirmed.current = false
      },
    },
  }
}

type Submission = {
  fundId: number
  idempotencyKey: string
  attributes: Sent<typeof recommendGrant>['body']['data']['attributes']
  /** The server refused a field of this step. */
  onRefused: (step: Step) => void
}

/** Throws `validation` with the refused fields, and any other problem as it came. */
async function sendRecommendation({
  fundId,
  idempotencyKey,
  attributes,
  onRefused,
}: Submission): Promise<Saved> {
  try {
    const grant = await call(
      recommendGrant,
      { params: { fundId }, body: { data: { type: 'command', attributes } } },
      { idempotencyKey },
    )
    return { kind: 'recommended', grant }
  } catch (failure) {
    const errors = fieldErrorsOf(failure)
    const question = errors?.repeatConfirmed?.[0]
    if (question !== undefined) return { kind: 'repeat', question }
    const [field] = Object.keys(errors ?? {})
    if (field === undefined) throw failure
    onRefused(stepOfField(field))
    // The charity is not a field of the form, so its error is shown in the summary only.
    const { charityId: ofCharity, ...others } = errors ?? {}
    throw new Problem('validation', { errors: ofCharity ? { ...others, '': ofCharity } : others })
  }
}

/** Stores the draft at each change, and removes it when the person leaves the screen, of which the guard warns. */
function useStoredDraft(store: DraftStore, stored: StoredDraft, { isStored }: { isStored: boolean }): void {
  const { history } = useRouter()
  const { idempotencyKey, charityId, hasFailed, draft } = stored
  useEffect(() => {
    if (isStored) store.write({ idempotencyKey, charityId, hasFailed, draft })
  }, [store, isStored, idempotencyKey, charityId, hasFailed, draft])
  useEffect(
    () => () => {
      // A screen that failed to render is not left: its reload restores the draft.
      if (history.location.pathname !== paths.recommendGrant()) store.remove()
    },
    [store, history],
  )
}

export type Recommendation = ReturnType<typeof useRecommendation>
