import * as z from 'zod/mini'
import { dateOf } from '../../domain/dates.ts'
import { call } from '../../web/api/call.ts'
import { queryClient } from '../../web/api/query.ts'
import { showSubmitFailure } from '../../web/api/show-failure.ts'
import { clientContext } from '../../web/client-context/client-context.ts'
import { type FieldHandle, type FormHandle, useForm } from '../../web/form/use-form.ts'
import { fieldId } from '../../web/ui/fields/field-props.ts'
import { showToast } from '../../web/ui/notices/toast-store.ts'
import { type AccountApplication, saveApplication } from './account-opening.contract.ts'
import { applicationQuery } from './application-query.ts'
import type { DraftStep } from './domain/application.ts'
import { checkStep } from './domain/check-step.ts'
import type { ApplicationDraft } from './domain/draft.ts'
import { type Autosave, useAutosave } from './use-autosave.ts'

export type StepFormProps = {
  application: AccountApplication
  draft: ApplicationDraft
  /** The step was saved and is complete. */
  onComplete: () => void
}

/** A step as a form, with its part of the draft. */
export type StepForm<Step extends DraftStep> = {
  form: FormHandle<StepValues>
  autosave: Autosave
  /** What is typed now. */
  part: () => ApplicationDraft[Step]
  /** A field by its path in the draft. */
  text: (path: string) => FieldHandle<string>
  /** Saves the part as it is, complete or not, renders the step again, and then moves the focus or says that it was saved. */
  saveAs: (part: ApplicationDraft[Step], then: { focus: string } | { says: string }) => Promise<void>
}

/**
 * The form of one step. It saves itself while it is filled in. Submitting it checks the rules of the step, saves and continues; `saveAs`
 * saves a part that need not be complete, such as one more donor. After a save the screen shows what the server has stored.
 */
export function useStepForm<Step extends DraftStep>(
  step: Step,
  { application, draft, onComplete }: StepFormProps,
): StepForm<Step> {
  const { applicationId } = application
  const save = useSave(application, step)
  const show = (saved: AccountApplication) =>
    queryClient.setQueryData(applicationQuery(applicationId).queryKey, saved)
  const form = useForm<StepValues, ApplicationDraft[Step], AccountApplication>({
    schema: schemaOf(step, draft),
    initial: valuesOf(draft[step], step),
    groups: [step],
    save: part => save(part),
    onSaved: saved => {
      show(saved)
      onComplete()
    },
    onFailure: showSubmitFailure,
  })
  const autosave = useAutosave(form, async (values, options) => {
    show(await save(partWith(draft[step], step, values), options))
  })
  return {
    form,
    autosave,
    part: () => partWith(draft[step], step, form.values),
    text: path => {
      const { value = '', ...field } = form.field(path)
      return { ...field, value }
    },
    saveAs: async (part, then) => {
      try {
        const sent = form.values
        const saved = await save(part)
        // What was typed since is saved next.
        if (form.entries() === sent) form.reset(sent)
        else form.markSaved(sent)
        show(saved)
        if ('says' in then) showToast({ header: then.says, className: 'success' })
        else focusSoon(then.focus)
      } catch (failure) {
        showSubmitFailure(failure)
      }
    },
  }
}

/** The saves of each application. A step may be left while its last save is on its way, so the next step has to wait for it. */
const savesOf = new Map<string, { revision: number; last: Promise<unknown> }>()

/** Saves a step: one version of the application at a time, each after the revision that the one before made. */
function useSave<Step extends DraftStep>({ applicationId, revision }: AccountApplication, step: Step) {
  const saves = savesOf.get(applicationId) ?? { revision, last: Promise.resolve() }
  savesOf.set(applicationId, saves)
  saves.revision = Math.max(saves.revision, revision)
  const send = async (part: ApplicationDraft[Step], options: { keepalive?: boolean }) => {
    const attributes = { revision: saves.revision, draft: { [step]: part } }
    const body = { data: { type: 'command' as const, attributes } }
    const saved = await call(saveApplication, { params: { applicationId }, body }, options)
    saves.revision = saved.revision
    return saved
  }
  return (part: ApplicationDraft[Step], options: { keepalive?: boolean } = {}) => {
    const sending = saves.last.then(() => send(part, options))
    saves.last = sending.catch(() => undefined)
    return sending
  }
}

/** Moves the focus to a field or button by its name, once the screen shows what was saved. */
function focusSoon(name: string): void {
  requestAnimationFrame(() => requestAnimationFrame(() => document.getElementById(fieldId(name))?.focus()))
}

/** The rules of a step for the values of its form. The fields of an issue have the names that the form has. */
function schemaOf<Step extends DraftStep>(
  step: Step,
  draft: ApplicationDraft,
): z.ZodMiniType<ApplicationDraft[Step], StepValues> {
  return z.pipe(
    z.custom<StepValues>(),
    z.transform((values: StepValues, context) => {
      const part = partWith(draft[step], step, values)
      const { timeZone } = clientContext().clientSettings
      const errors = checkStep({ ...draft, [step]: part }, step, dateOf(new Date(), timeZone))
      for (const [field, messages] of Object.entries(errors))
        for (const message of messages)
          context.issues.push({ code: 'custom', path: [field], message, input: values })
      return part
    }),
  )
}

/** The fields of a step in a form: each text by its path in the draft, such as `donors.0.email`. */
type StepValues = Record<string, string>

/** All texts of a part of the draft by their paths. Other values, such as the kind of a successor, are not typed. */
export function valuesOf(part: unknown, path: string): StepValues {
  if (typeof part === 'string') return { [path]: part }
  if (typeof part !== 'object' || part === null) return {}
  return Object.assign({}, ...Object.entries(part).map(([name, value]) => valuesOf(value, `${path}.${name}`)))
}

/** The part with the texts of the form in it. */
export function partWith<Part>(part: Part, path: string, values: StepValues): Part {
  // Each part is replaced by one of its own shape, which the compiler cannot see for a generic Part.
  if (typeof part === 'string') return (values[path] ?? part) as Part
  if (Array.isArray(part))
    // As above.
    return part.map((value, index) => partWith(value, `${path}.${index}`, values)) as Part
  if (typeof part !== 'object' || part === null) return part
  // As above.
  return Object.fromEntries(
    Object.entries(part).map(([name, value]) => [name, partWith(value, `${path}.${name}`, values)]),
  ) as Part
}

/** The fields of a step. With one more donor or one less, its form begins anew. */
export const fieldsOf = (draft: ApplicationDraft, step: DraftStep): string =>
  Object.keys(valuesOf(draft[step], step)).join(' ')
