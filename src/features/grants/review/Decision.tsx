import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Problem } from '../../../contract/problems.ts'
import { query, queryClient, refreshAll } from '../../../web/api/query.ts'
import { showFailure } from '../../../web/api/show-failure.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { Alert } from '../../../web/ui/notices/Alert.tsx'
import { type CommandName, commandLabels, doneLabel, refusalsOf } from './commands.ts'
import styles from './Decision.module.css'
import { DecisionForm } from './DecisionForm.tsx'
import { getStaffGrant, type StaffGrant, staffCommands } from './staff-grants.contract.ts'
import { useShortcut } from './use-shortcut.ts'

type DecisionProps = { grant: StaffGrant; onDone: (sentence: string) => void }

/** A form for each command that the user may run; for the others the reason why not (dual control, state, access). */
export function Decision({ grant, onDone }: DecisionProps) {
  const { locale } = clientContext().clientSettings
  const allowed = staffCommands.filter(command => grant.commands[command] === null)
  const heading = useRef<HTMLHeadingElement>(null)
  const section = useRef<HTMLElement>(null)
  const [selected, setSelected] = useState<CommandName | null>(null)
  /** Why the last command was refused; it stays when the form that sent it is no longer offered. */
  const [conflicts, setConflicts] = useState<readonly string[]>([])
  // While the donor's answer is awaited, a decision is the exception, so no button is primary.
  const isWaitingForAnswer = grant.reviewState === 'information_needed'
  const obvious = (['release', 'approve'] as const).find(command => allowed.includes(command))
  const preselected = isWaitingForAnswer ? null : (obvious ?? null)
  const current = allowed.find(command => command === selected) ?? preselected
  // The form must be rendered before its first field can get the focus.
  const choose = (command: CommandName) => {
    if (!allowed.includes(command)) return
    flushSync(() => setSelected(command))
    section.current?.querySelector<HTMLElement>('textarea, input')?.focus()
  }
  useShortcut('KeyA', () => choose('approve'))
  useShortcut('KeyQ', () => choose('ask'))
  const finish = (command: CommandName) => (updated: StaffGrant) => {
    const { queryKey } = query(getStaffGrant, { params: { grantId: updated.grantId } })
    queryClient.setQueryData(queryKey, updated)
    const { returnedMinor, postingRequest } = updated
    onDone(doneLabel(command, grant, locale, { isWaiting: postingRequest !== null, returnedMinor }))
    void refreshAll()
  }
  // Another user may have changed the grant in the meantime, so the page reloads its data.
  const fail = (error: unknown) => {
    // A toast would cover the fields of a small screen until it is dismissed.
    const detail = error instanceof Problem && error.code === 'conflict' ? error.detail : undefined
    if (detail === undefined) {
      showFailure(error)
      heading.current?.focus()
    } else setConflicts([...conflicts, detail])
    void refreshAll()
  }
  return (
    <section ref={section} aria-label="Decision" className={styles.decision}>
      <h2 ref={heading} tabIndex={-1} className={styles.heading}>
        Decision
      </h2>
      {isWaitingForAnswer && allowed.length > 0 ? (
        <p className={styles.waiting}>
          We are waiting for the donor’s answer to a question. You can still decide without it.
        </p>
      ) : null}
      {conflicts.slice(-1).map(conflict => (
        <Alert key={conflicts.length} kind="danger" takesFocus>
          {conflict}
        </Alert>
      ))}
      {current !== null ? (
        <DecisionForm
          key={current}
          command={current}
          grant={grant}
          onSaved={finish(current)}
          onFailed={fail}
        />
      ) : null}
      <OtherDecisions
        commands={allowed.filter(command => command !== current)}
        isAlone={current === null}
        onChoose={choose}
      />
      {allowed.includes('approve') || allowed.includes('ask') ? (
        <p className={styles.shortcuts}>Shortcuts: Alt+A approve, Alt+Q ask, Alt+N next grant</p>
      ) : null}
      {refusalsOf(grant.commands).map(({ titles, reason }) => (
        <p key={reason} className={styles.refused}>
          <span className={styles.refusedTitle}>{titles}: not available to you now.</span> {reason}
        </p>
      ))}
    </section>
  )
}

type OtherDecisionsProps = {
  commands: readonly CommandName[]
  /** Whether no form is above them. */
  isAlone: boolean
  onChoose: (command: CommandName) => void
}

/** The decisions whose form is not shown. Those that cannot be taken back are the quietest. */
function OtherDecisions({ commands, isAlone, onChoose }: OtherDecisionsProps) {
  if (commands.length === 0) return null
  const button = (command: CommandName, kind: 'quiet' | 'text') => (
    <Button key={command} kind={kind} onPress={() => onChoose(command)}>
      {commandLabels[command].title}
    </Button>
  )
  const dangerous = commands.filter(command => commandLabels[command].isDangerous)
  const others = commands.filter(command => !commandLabels[command].isDangerous)
  return (
    <fieldset aria-label={isAlone ? 'Decisions' : 'Other decisions'} className={styles.others}>
      {others.length === 0 ? null : (
        <div className={styles.quiet}>{others.map(command => button(command, 'quiet'))}</div>
      )}
      {dangerous.length === 0 ? null : (
        <div className={styles.dangerous}>{dangerous.map(command => button(command, 'text'))}</div>
      )}
    </fieldset>
  )
}
