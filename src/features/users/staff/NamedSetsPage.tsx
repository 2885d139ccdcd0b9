import { useQuery } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import type { Reply } from '../../../contract/endpoint.ts'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { query } from '../../../web/api/query.ts'
import { PageHeading } from '../../../web/routing/PageHeading.tsx'
import { paths } from '../../../web/routing/paths.ts'
import { staffPaths } from '../../../web/routing/staff-paths.ts'
import { useCan } from '../../../web/session/session.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { Breadcrumb } from '../../../web/ui/navigation/Breadcrumb.tsx'
import { Skeleton } from '../../../web/ui/progress/Skeleton.tsx'
import { Disclosure } from '../../../web/ui/sections/Disclosure.tsx'
import { Note } from '../../../web/ui/text/Note.tsx'
import { maxSets } from '../domain/staff-sets.ts'
import { listStaffSets, type StaffSet } from '../staff-sets.contract.ts'
import styles from './NamedSets.module.css'
import { SetCard } from './SetCard.tsx'
import { SetForm } from './SetForm.tsx'
import { SetHistory } from './SetHistory.tsx'
import { WaitingSet } from './WaitingSet.tsx'

/** /super-user-dashboard/users/sets: what staff with one duty may do, who changed it, and what waits for a second person (§14). */
export function NamedSetsPage() {
  const found = useQuery(query(listStaffSets, {}))
  const mayManage = useCan('USER_MANAGE')
  const isFull =
    found.data !== undefined &&
    found.data.data.filter(set => set.isGiven).length + found.data.waitingNew.length >= maxSets
  const [isMaking, setMaking] = useState(false)
  const makingId = useId()
  const make = useRef<HTMLButtonElement>(null)
  return (
    <>
      <Breadcrumb
        pages={[
          { title: 'Super User Dashboard', to: paths.superUserDashboard() },
          { title: 'Users', to: staffPaths.users() },
        ]}
      />
      <PageHeading
        title="Named Sets"
        lead="What staff with one duty may do. A right keeps the permissions that its set had when it was given."
        actions={
          mayManage && found.data && !isFull ? (
            <Button ref={make} aria-expanded={isMaking} onPress={() => setMaking(!isMaking)}>
              Make a set
            </Button>
          ) : undefined
        }
      >
        Named Sets
      </PageHeading>
      {isMaking && found.data ? (
        <section aria-labelledby={makingId} className={styles.making}>
          <h2 id={makingId}>Make a set</h2>
          <SetForm
            set={null}
            roles={found.data.roles}
            onDone={() => {
              setMaking(false)
              make.current?.focus()
            }}
          />
        </section>
      ) : null}
      {mayManage && isFull ? (
        <Note>
          There are {maxSets} sets, the most that can be given at once. Stop giving one before you make
          another.
        </Note>
      ) : null}
      {found.isLoadingError ? <LoadFailure what="The named sets" requests={[found]} /> : null}
      {found.isLoading ? <Skeleton shape="text" lines={10} label="Loading the named sets" /> : null}
      {found.data ? <Sets {...found.data} /> : null}
    </>
  )
}

function Sets({ data, waitingNew, history, roles }: Reply<typeof listStaffSets>) {
  const [isOpen, setOpen] = useState(false)
  const former = data.filter(set => !set.isGiven && set.waiting === null)
  const card = (set: StaffSet) => (
    <SetCard
      key={set.name}
      set={set}
      roles={roles}
      latest={history.find(each => each.state === 'made' && each.name === set.name)}
    />
  )
  return (
    <>
      {waitingNew.map(waiting => (
        <article key={waiting.changeId} aria-label={waiting.after.title} className={styles.set}>
          <h2>{waiting.after.title}</h2>
          <WaitingSet waiting={waiting} title={waiting.after.title} />
        </article>
      ))}
      {data.length + waitingNew.length === 0 ? (
        <p className={styles.purpose}>
          There are no named sets. A set gives several people the same permissions, such as those of one team.
        </p>
      ) : null}
      {data.filter(set => set.isGiven || set.waiting !== null).map(card)}
      {former.length === 0 ? null : (
        <div className={styles.former}>
          <Disclosure
            heading={`Sets that are no longer given (${former.length})`}
            isOpen={isOpen}
            onToggle={setOpen}
          >
            {former.map(card)}
          </Disclosure>
        </div>
      )}
      <div className={styles.history}>
        <SetHistory history={history} />
      </div>
    </>
  )
}
