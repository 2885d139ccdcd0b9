import { type FormEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import * as z from 'zod/mini'
import { issueSentence } from '../../contract/issue-sentences.ts'
import type { FieldErrors } from '../../contract/problems.ts'
import { fieldErrorsOf, isSameDraft, type SummaryEntry, sentenceOf, summaryOf } from './field-errors.ts'

type Draft = Record<string, unknown>

type FormOptions<Values extends Draft, Output, Saved> = {
  /** Its messages are shown to people; the path of an issue is the field's name. */
  schema: z.ZodMiniType<Output, Values>
  /** The initial values, also restored by Cancel. Later changes are ignored: call `reset(values)`. */
  initial: Values
  /** What can be wrong as a whole, such as a list of people: its element has the `fieldId` of the name. */
  groups?: readonly string[]
  /** Sends the schema's output. A refusal with messages by field is shown in the form. */
  save: (output: Output) => Promise<Saved>
  /** Called when the form is pristine again, so it may navigate. */
  onSaved?: (saved: Saved, values: Values) => void
  /** Handles a failure without messages by field; by default the summary shows it. */
  onFailure?: (failure: unknown) => void
}

type State<Values> = {
  values: Values
  saved: Values
  own: FieldErrors
  server: FieldErrors
  /** Counts refused submits: each one moves the focus to the summary. */
  refusals: number
  isPending: boolean
}

/** What `field(name)` passes to a field component. */
export type FieldHandle<Value> = {
  name: string
  value: Value
  onChange: (value: Value) => void
  errors: readonly string[]
}

export type FormHandle<Values extends Draft = Draft> = {
  values: Values
  field: <Name extends keyof Values & string>(name: Name) => FieldHandle<Values[Name]>
  set: <Name extends keyof Values & string>(name: Name, value: Values[Name]) => void
  /** Restores the stored values, or sets new ones. */
  reset: (values?: Values) => void
  submit: (event?: FormEvent) => Promise<void>
  summary: readonly SummaryEntry[]
  refusals: number
  isDirty: boolean
  /** The current value rather than that of the last render; for guards. */
  isDirtyNow: () => boolean
  isPending: boolean
  /** What is typed now, by field. The function stays the same, as do `isDirtyNow` and `restore`. */
  entries: () => Draft
  /** Types again what `entries` returned in another session, as far as the form still has the fields. */
  restore: (entries: Draft) => void
  /** What was sent is stored elsewhere, such as a draft: it counts as saved, and what was typed since does not. */
  markSaved: (values: Values) => void
}

const none: FieldErrors = {}

function check<Values extends Draft, Output>(schema: z.ZodMiniType<Output, Values>, values: Values) {
  const result = z.safeParse(schema, values, { error: issueSentence })
  if (result.success) return { output: result.data, errors: none }
  const errors: FieldErrors = {}
  for (const issue of result.error.issues) {
    const field = issue.path.join('.')
    errors[field] = [...(errors[field] ?? []), issue.message]
  }
  return { output: null, errors }
}

/** The sentences of fields whose text is no value, such as a date that does not exist. The draft has null for them, or what it had. */
function unreadableIn(form: Element | undefined): FieldErrors {
  const unreadable: FieldErrors = {}
  for (const { name, validity, validationMessage } of form?.querySelectorAll('input') ?? [])
    if (validity.customError) unreadable[name] = [validationMessage]
  return unreadable
}

/**
 * A form: draft, validation by a zod/mini schema, errors by field, one submit at a time. Fields are not validated before the
 * first submit; after it, at each change.
 */
export function useForm<Values extends Draft, Output, Saved = void>(
  options: FormOptions<Values, Output, Saved>,
): FormHandle<Values> {
  const { schema, initial, groups = [], save, onSaved, onFailure } = options
  const [state, setState] = useState<State<Values>>(() => pristine(initial))
  // Handlers that run between renders (a save, then a navigation) must see the latest state.
  const latest = useRef(state)
  const update = (next: Partial<State<Values>>) => {
    latest.current = { ...latest.current, ...next }
    setState(latest.current)
  }

  const set: FormHandle<Values>['set'] = (name, value) => {
    const values = { ...latest.current.values, [name]: value }
    const { [name]: _mended, ...server } = latest.current.server
    update({ values, server, own: latest.current.refusals > 0 ? check(schema, values).errors : none })
  }

  /** A box that must be ticked, such as a certification, is ticked anew. */
  const isConsent = (name: string, value: unknown, values: Values): boolean =>
    value === true && check(schema, { ...values, [name]: false }).errors[name] !== undefined
  // Stable, for what outlives a render.
  const [stable] = useState(() => ({
    entries: (): Draft => latest.current.values,
    isDirtyNow: () => !isSameDraft(latest.current.values, latest.current.saved),
    restore: (entries: Draft) => {
      const { values } = latest.current
      const known = Object.entries(entries).filter(
        ([name, value]) => isOfKind(values[name], value) && !isConsent(name, value, values),
      )
      // Each value replaces one of its own kind, which the compiler cannot see for a generic draft.
      update({ values: { ...values, ...(Object.fromEntries(known) as Partial<Values>) } })
    },
  }))

  const refuse = (errors: Partial<Pick<State<Values>, 'own' | 'server'>>) =>
    update({ own: none, server: none, ...errors, refusals: latest.current.refusals + 1, isPending: false })

  const submit = async (event?: FormEvent) => {
    event?.preventDefault()
    if (latest.current.isPending) return
    const { values } = latest.current
    const { output, errors } = check(schema, values)
    const own = { ...errors, ...unreadableIn(event?.currentTarget) }
    if (output === null || Object.keys(own).length > 0) return refuse({ own })
    update({ isPending: true, own: none, server: none })
    try {
      const saved = await save(output)
      flushSync(() => update({ saved: values, isPending: false, refusals: 0 }))
      onSaved?.(saved, values)
    } catch (failure) {
      const server = fieldErrorsOf(failure)
      if (server) return refuse({ server })
      update({ isPending: false })
      if (onFailure) onFailure(failure)
      else {
        const message = sentenceOf(failure)
        if (message !== null) refuse({ server: { '': [message] } })
      }
    }
  }

  const errors = { ...state.own, ...state.server }
  return {
    values: state.values,
    field: name => ({
      name,
      value: state.values[name],
      onChange: value => set(name, value),
      errors: errors[name] ?? [],
    }),
    set,
    reset: values => update(pristine(values ?? latest.current.saved)),
    submit,
    summary: summaryOf(errors, [...Object.keys(state.values), ...groups]),
    refusals: state.refusals,
    isDirty: !isSameDraft(state.values, state.saved),
    isPending: state.isPending,
    markSaved: saved => update({ saved }),
    ...stable,
  }
}

/** Whether a value can stand where the other stands: both of one type, or one of them empty. */
const isOfKind = (one: unknown, other: unknown): boolean =>
  one !== undefined && (one === null || other === null || typeof one === typeof other)

function pristine<Values>(values: Values): State<Values> {
  return { values, saved: values, own: none, server: none, refusals: 0, isPending: false }
}
