import { useRef, useState } from 'react'
import { query, queryClient, refreshAll } from '../../../web/api/query.ts'
import { showFailure } from '../../../web/api/show-failure.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { ChoiceBar } from '../../../web/ui/actions/ChoiceBar.tsx'
import { getStaffGrant, type StaffGrant } from '../../grants/grants.contract.ts'
import { type CommandName, commandLabels, commands, doneLabel, refusalsOf } from './commands.ts'
import styles from './Decision.module.css'
import { DecisionForm } from './DecisionForm.tsx'
import { PayForm } from './PayForm.tsx'

type DecisionProps = { grant: StaffGrant; onDone: (sentence: string) => void }

/** The commands that the reader may take, each by a form; the others with the reason why not (four eyes, state, access). */
export function Decision({ grant, onDone }: DecisionProps) {
  const { locale } = clientContext().clientSettings
  const allowed = commands.filter(command => grant.may[command] === null)
  const heading = useRef<HTMLHeadingElement>(null)
  const [picked, setPicked] = useState<CommandName | null>(null)
  const current = allowed.find(command => command === picked) ?? allowed[0]
  const finish = (command: CommandName) => (changed: StaffGrant) => {
    const { queryKey } = query(getStaffGrant, { params: { grantId: grant.grantId } })
    queryClient.setQueryData(queryKey, changed)
    onDone(doneLabel(command, grant, locale))
    void refreshAll()
  }
  // Said once; somebody else may have been faster, so that what is shown is asked for anew.
  const fail = (failure: unknown) => {
    showFailure(failure)
    heading.current?.focus()
    void refreshAll()
  }
  return (
    <section aria-label="Decision" className={styles.decision}>
      <h2 ref={heading} tabIndex={-1} className={styles.heading}>
        Decision
      </h2>
      {allowed.length > 1 && current ? (
        <div className={styles.choice}>
          <ChoiceBar
            label="Decision"
            choices={allowed.map(value => ({ value, text: commandLabels[value].title }))}
            value={current}
            onChange={setPicked}
          />
        </div>
      ) : null}
      {current === 'pay' ? <PayForm grant={grant} onSaved={finish('pay')} onFailed={fail} /> : null}
      {current === 'approve' || current === 'reject' ? (
        <DecisionForm
          key={current}
          command={current}
          grant={grant}
          onSaved={finish(current)}
          onFailed={fail}
        />
      ) : null}
      {refusalsOf(grant.may).map(({ titles, reason }) => (
        <p key={reason} className={styles.refused}>
          <span className={styles.refusedTitle}>{titles}: not possible for you now.</span> {reason}
        </p>
      ))}
    </section>
  )
}
