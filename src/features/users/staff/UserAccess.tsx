import { useId, useState } from 'react'
import type * as z from 'zod/mini'
import { requiredReason } from '../../../contract/required-text.ts'
import { call } from '../../../web/api/call.ts'
import { inClientEnglish } from '../../../web/client-context/client-english.ts'
import { NoteForm } from '../../../web/form/NoteForm.tsx'
import { Button } from '../../../web/ui/actions/Button.tsx'
import {
  endUserAccess,
  endUserSessions,
  identityCheck,
  resetUserFactors,
  resumeAccess,
  suspendAccess,
} from '../access.contract.ts'
import type { User } from '../users.contract.ts'
import { Missing } from './Missing.tsx'
import { showChange } from './show-change.ts'
import styles from './Users.module.css'

type Step = {
  key: string
  title: string
  /** What it does, as one sentence. */
  effect: string
  label: string
  hint?: string
  submitText: string
  text: z.ZodMiniType<string, string>
  /** What the team will lack afterwards, as sentences. */
  missing?: readonly string[]
  /** @returns what to say when it is done. */
  save: (note: string) => Promise<string>
}

const bodyOf = <Attributes,>(attributes: Attributes) => ({ data: { type: 'command' as const, attributes } })

function stepsFor({ personId, name, access, resumption, missingWithout }: User): Step[] {
  const missing = missingWithout.person
  const params = { personId }
  const reason = { label: 'Reason', text: requiredReason }
  const suspend: Step = {
    ...{ key: 'suspend', title: 'Suspend', submitText: 'Suspend access', ...reason },
    ...{ missing },
    effect: 'They are logged out now and can’t log in until someone lets them in again. Their rights stay.',
    save: async note => {
      await call(suspendAccess, { params, body: bodyOf({ reason: note }) })
      return `${name} is shut out.`
    },
  }
  const resume: Step = {
    ...{ key: 'resume', title: 'Let in again', submitText: 'Let in again', ...reason },
    effect:
      'They can log in again, with their rights. If those can move money or give rights, a second person has to confirm it.',
    save: async note => {
      const { state } = await call(resumeAccess, { params, body: bodyOf({ reason: note }) })
      return state === 'requested'
        ? 'A second person has to confirm that they are let in.'
        : `${name} can log in again.`
    },
  }
  const endSessions: Step = {
    ...{ key: 'sessions', title: 'Log out', submitText: 'End all sessions', ...reason },
    effect: 'All their sessions end. They can log in again.',
    save: async note => {
      const { sessions } = await call(endUserSessions, { params, body: bodyOf({ reason: note }) })
      return sessions === 1 ? '1 session ended.' : `${sessions} sessions ended.`
    },
  }
  const resetFactors: Step = {
    ...{ key: 'factors', title: 'Reset second factors', submitText: 'Reset second factors' },
    effect: inClientEnglish(
      'Their passkeys, codes{,} and remembered devices are removed, and they set up new ones. We e-mail them.',
    ),
    label: 'How you checked who asked',
    hint: 'Call back on a number on file, never on one that came with the request.',
    text: identityCheck,
    save: async note => {
      await call(resetUserFactors, { params, body: bodyOf({ identityCheck: note }) })
      return `${name} sets up a second factor at the next login.`
    },
  }
  const end: Step = {
    ...{ key: 'end', title: 'End access for good', submitText: 'End access for good', ...reason, missing },
    effect: inClientEnglish(
      'For someone who leaves: rights, sessions, logins{,} and roles on accounts end now. It can’t be undone; a person who returns gets a new user ID.',
    ),
    save: async note => {
      const attributes = { reason: note, acceptsSmallerTeam: missing.length > 0 }
      const { waiting } = await call(endUserAccess, { params, body: bodyOf(attributes) })
      const left = waiting.map(({ what, count }) => `${what}: ${count}`).join('; ')
      return left === ''
        ? `${name} has no access any more.`
        : `${name} has no access any more. Waiting: ${left}.`
    },
  }
  if (access === 'none') return []
  if (access === 'suspended') return resumption === null ? [resume, end] : [end]
  return [endSessions, resetFactors, suspend, end]
}

/** What a person who manages users can do about somebody's access. */
export function UserAccess({ user }: { user: User }) {
  const headingId = useId()
  const [open, setOpen] = useState<string | null>(null)
  const steps = stepsFor(user)
  const step = steps.find(({ key }) => key === open)
  if (steps.length === 0) return null
  return (
    <section aria-labelledby={headingId} className={styles.section}>
      <h2 id={headingId}>Access</h2>
      <div className={styles.buttons}>
        {steps.map(({ key, title }) => (
          <Button key={key} aria-expanded={open === key} onPress={() => setOpen(open === key ? null : key)}>
            {title}
          </Button>
        ))}
      </div>
      {step ? (
        <>
          <p>{step.effect}</p>
          <Missing sentences={step.missing ?? []} />
          <NoteForm
            key={step.key}
            label={step.label}
            {...(step.hint === undefined ? {} : { hint: step.hint })}
            submitText={step.submitText}
            text={step.text}
            save={step.save}
            onSaved={done => {
              setOpen(null)
              void showChange(done)
            }}
          />
        </>
      ) : null}
    </section>
  )
}
