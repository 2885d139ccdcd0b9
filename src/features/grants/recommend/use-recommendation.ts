import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { Problem, problems } from '../../../contract/problems.ts'
import { call } from '../../../web/api/call.ts'
import { refreshAll } from '../../../web/api/query.ts'
import { showSubmitFailure } from '../../../web/api/show-failure.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { fieldErrorsOf, isSameDraft } from '../../../web/form/field-errors.ts'
import { useForm } from '../../../web/form/use-form.ts'
import { paths } from '../../../web/routing/paths.ts'
import type { CurrentAccount } from '../../../web/session/current-account.ts'
import { recommendGrant } from '../grants.contract.ts'
import { makeSchedule } from '../schedules/schedules.contract.ts'
import {
  attributesOf,
  contentOfDraft,
  type DraftRules,
  datesOf,
  draftSchema,
  type GrantDraft,
  type Step,
  stepOfField,
  steps,
  stepToShow,
} from './grant-draft.ts'
import type { DraftStore, StoredDraft } from './stored-draft.ts'
import { useServerDraft } from './use-server-draft.ts'

type Saved =
  | { kind: 'step-done' }
  | { kind: 'recommended'; to: string }
  /** The server asks for a confirmation: the same charity and amount within 30 days (§13). */
  | { kind: 'repeat'; question: string }

type RecommendationOptions = {
  account: CurrentAccount
  /** Null until a charity is chosen that can receive a grant. */
  charity: { charityId: string; name: string } | null
  /** Known before the charity is loaded. */
  charityIdInAddress: string | null
  /** The draft before anything was entered; with the draft of the server that it continues. */
  pristine: GrantDraft
  continued: { draftId: string; revision: number } | null
  /** Where the draft survives a reload. */
  store: DraftStore
  requestedStep: Step | undefined
  addressOf: (step: Step) => string
}

function rulesOf(account: CurrentAccount): DraftRules {
  const { locale, minimumGrantMinor, maxAmountMinor, wholeUnitsOnly, overBalance, today } =
    clientContext().clientSettings
  return {
    minimumMinor: BigInt(minimumGrantMinor),
    maxAmountMinor: BigInt(maxAmountMinor),
    wholeUnitsOnly,
    availableMinor: overBalance === 'block' ? account.availableMinor : null,
    currency: account.currency,
    locale,
    today,
    isOfSponsor: account.side === 'sponsor',
  }
}

/** The initial draft: the one that a reload interrupted, the one that is continued, or a new one. */
function initialDraft({
  store,
  continued,
  pristine,
  charityIdInAddress,
}: RecommendationOptions): StoredDraft {
  const stored = store.read(charityIdInAddress)
  if (stored && (continued === null || stored.idempotencyKey === continued.draftId)) return stored
  return {
    idempotencyKey: continued?.draftId ?? crypto.randomUUID(),
    revision: continued?.revision ?? 0,
    charityId: charityIdInAddress,
    draft: pristine,
    hasFailed: false,
  }
}

/**
 * One recommendation from its first step to its submission. The draft keeps one idempotency key, also across a reload, so it
 * makes one grant however often it is sent. A field that the server refuses leads back to its step.
 */
export function useRecommendation(options: RecommendationOptions) {
  const { account, charity, pristine, store, requestedStep, addressOf } = options
  const { history } = useRouter()
  const [start] = useState(() => initialDraft(options))
  const { idempotencyKey, draft: initial } = start
  const [hasFailed, setFailed] = useState(start.hasFailed)
  // The failed submit may have set the amount aside, so the balance no longer says whether this draft is covered.
  const rules = { ...rulesOf(account), ...(hasFailed ? { availableMinor: null } : {}) }
  const repeat = useRepeatQuestion(() => server.resume())
  const isSubmitted = useRef(false)
  const values = useRef(initial)
  const shownStep = () => stepToShow(requestedStep, charity !== null, values.current, rules)

  const form = useForm<GrantDraft, GrantDraft, Saved>({
    schema: draftSchema(shownStep(), rules),
    initial,
    save: async draft => {
      if (shownStep() !== 'review') return { kind: 'step-done' }
      await server.stop()
      return await submit(draft, {
        fundId: account.fundId,
        idempotencyKey,
        charityId: charity?.charityId ?? '',
        repeatConfirmed: repeat.isConfirmed(),
        onRefused: step => history.push(addressOf(step)),
      })
    },
    onSaved: saved => {
      if (saved.kind === 'repeat') return repeat.ask(saved.question)
      if (saved.kind === 'step-done')
        return history.push(addressOf(steps[steps.indexOf(shownStep()) + 1] ?? 'review'))
      leave(saved.to)
    },
    onFailure: failure => afterFailure(failure, { server, store, onFailed: () => setFailed(true) }),
  })
  values.current = form.values
  const isDirty = !isSameDraft(form.values, pristine)
  const content = contentOfDraft(form.values, charity)
  const server = useServerDraft({
    fundId: account.fundId,
    draftId: idempotencyKey,
    revision: start.revision,
    content,
    isReady: charity !== null || options.charityIdInAddress === null,
    isWorthSaving: isDirty || charity !== null,
  })
  /** Navigates to the grant or schedule that the draft became; there is nothing left to save. */
  const leave = (to: string) => {
    isSubmitted.current = true
    void server.stop()
    store.remove()
    void refreshAll()
    history.push(to, { thanks: true })
  }
  useStoredDraft(
    store,
    {
      idempotencyKey,
      revision: server.revision,
      charityId: options.charityIdInAddress,
      hasFailed,
      draft: form.values,
    },
    { isStored: !isSubmitted.current && isDirty },
  )

  return {
    form,
    rules,
    draftId: idempotencyKey,
    content,
    server,
    leave,
    step: stepToShow(requestedStep, charity !== null, form.values, rules),
    /** Whether a submit failed, which the button says: repeating it is safe. */
    hasFailed,
    guard: guardOf(isDirty, server, () => !isSubmitted.current && !isSameDraft(values.current, pristine)),
    repeat: { ...repeat, confirm: () => repeat.confirm(form.submit) },
  }
}

type Failing = {
  server: Pick<ReturnType<typeof useServerDraft>, 'resume'>
  store: DraftStore
  /** The submission may be repeated with the same key. */
  onFailed: () => void
}

/** Shows why a submission failed, and updates the stored draft. */
function afterFailure(failure: unknown, { server, store, onFailed }: Failing): void {
  showSubmitFailure(failure)
  const code = failure instanceof Problem ? failure.code : null
  // Without an answer, the server may have created the grant and deleted the draft.
  if (code !== null && problems[code].status < 500) server.resume()
  // The first attempt arrived and the draft was changed since: another recommendation needs another key.
  if (code === 'conflict') store.remove()
  // A person who cancelled the verification was not refused.
  else if (code !== 'step-up-needed') onFailed()
}

/** Compares with the pristine draft, because `form` treats each finished step as saved. A draft on the server is not lost. */
const guardOf = (
  isDirty: boolean,
  server: Pick<ReturnType<typeof useServerDraft>, 'isSaved'>,
  isDirtyNow: () => boolean,
) => ({
  isDirty: isDirty && !server.isSaved(),
  isDirtyNow: () => isDirtyNow() && !server.isSaved(),
})

/** The question about a second grant of the same amount to the same charity, and its answer. */
function useRepeatQuestion(onAsk: () => void) {
  const [question, setQuestion] = useState<string | null>(null)
  const isConfirmed = useRef(false)
  const answer = (isYes: boolean) => {
    setQuestion(null)
    isConfirmed.current = isYes
  }
  return {
    question,
    isConfirmed: () => isConfirmed.current,
    ask: (text: string) => {
      onAsk()
      setQuestion(text)
    },
    confirm: async (submit: () => Promise<void>) => {
      answer(true)
      await submit()
    },
    cancel: () => answer(false),
  }
}

type Submission = {
  fundId: number
  idempotencyKey: string
  charityId: string
  repeatConfirmed: boolean
  /** The server refused a field of this step. */
  onRefused: (step: Step) => void
}

/** Recommends the grant now, or schedules it. Throws `validation` with the refused fields, and any other problem as it came. */
async function submit(draft: GrantDraft, submission: Submission): Promise<Saved> {
  try {
    return draft.timing === 'now' ? await recommendNow(draft, submission) : await schedule(draft, submission)
  } catch (failure) {
    const errors = fieldErrorsOf(failure)
    const question = errors?.repeatConfirmed?.[0]
    if (question !== undefined) return { kind: 'repeat', question }
    const [field] = Object.keys(errors ?? {})
    if (field === undefined) throw failure
    submission.onRefused(stepOfField(field))
    const { charityId: ofCharity, ...others } = errors ?? {}
    if (!ofCharity) throw failure
    // The charity is not a field of the form. Where its status has changed, the page then says so in full (§8).
    await refreshAll()
    throw new Problem('validation', { errors: { ...others, '': ofCharity } })
  }
}

async function recommendNow(draft: GrantDraft, submission: Submission): Promise<Saved> {
  const { fundId, charityId, repeatConfirmed, idempotencyKey } = submission
  const attributes = { charityId, ...attributesOf(draft), repeatConfirmed }
  const body = { data: { type: 'command' as const, attributes } }
  const { grantId } = await call(recommendGrant, { params: { fundId }, body }, { idempotencyKey })
  return { kind: 'recommended', to: paths.grant(grantId) }
}

async function schedule(draft: GrantDraft, submission: Submission): Promise<Saved> {
  const { fundId, charityId, idempotencyKey } = submission
  const { startsOn, ...dates } = datesOf(draft)
  if (startsOn === null) throw new Problem('validation', { errors: { startsOn: ['Choose a date'] } })
  const attributes = { charityId, ...attributesOf(draft), ...dates, startsOn }
  const body = { data: { type: 'command' as const, attributes } }
  const { scheduleId } = await call(makeSchedule, { params: { fundId }, body }, { idempotencyKey })
  return { kind: 'recommended', to: paths.grantSchedule(scheduleId) }
}

/** Stores the draft at each change, and removes it when the person leaves the screen, after the guard's warning. */
function useStoredDraft(store: DraftStore, stored: StoredDraft, { isStored }: { isStored: boolean }): void {
  const { history } = useRouter()
  const { idempotencyKey, revision, charityId, hasFailed, draft } = stored
  useEffect(() => {
    if (isStored) store.write({ idempotencyKey, revision, charityId, hasFailed, draft })
  }, [store, isStored, idempotencyKey, revision, charityId, hasFailed, draft])
  useEffect(
    () => () => {
      // A screen that failed to render is not left: its reload restores the draft.
      if (history.location.pathname !== paths.recommendGrant()) store.remove()
    },
    [store, history],
  )
}
