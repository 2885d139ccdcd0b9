import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { requiredReason } from '../../../contract/required-text.ts'
import { formatInstant } from '../../../domain/dates.ts'
import { call } from '../../../web/api/call.ts'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { query } from '../../../web/api/query.ts'
import { usePending } from '../../../web/api/use-pending.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { NoteForm } from '../../../web/form/NoteForm.tsx'
import { staffPaths } from '../../../web/routing/staff-paths.ts'
import { useCan } from '../../../web/session/session.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { Link } from '../../../web/ui/actions/Link.tsx'
import { Table } from '../../../web/ui/table/Table.tsx'
import { Note } from '../../../web/ui/text/Note.tsx'
import { endRight, listRightReview, type ReviewedRight, signOffRight } from '../rights.contract.ts'
import { Missing } from './Missing.tsx'
import { rightTitle } from './right-labels.ts'
import { showChange } from './show-change.ts'
import styles from './Users.module.css'

/** The quarter's review: each right that somebody still has to sign off. Nothing is shown while no review is open. */
export function RightReview() {
  const headingId = useId()
  const { clientSettings } = clientContext()
  const [ending, setEnding] = useState<ReviewedRight | null>(null)
  const found = useQuery(query(listRightReview, {}))
  if (found.isLoadingError) return <LoadFailure what="The review of rights" requests={[found]} />
  const review = found.data?.review ?? null
  if (!found.data || review === null || review.closedAt !== null) return null
  const { data: rows } = found.data
  return (
    <section aria-labelledby={headingId} className={styles.section}>
      <h2 id={headingId}>Review of rights, {review.quarter}</h2>
      {rows.length === 0 ? (
        <p>Every right is signed off.</p>
      ) : (
        <>
          <p>
            Does each person still need this? A right that no one signs off before{' '}
            {formatInstant(review.closesAt, clientSettings)} is suspended then.
          </p>
          <Table<ReviewedRight>
            caption="Rights to sign off"
            isCaptionHidden
            columns={[
              {
                key: 'name',
                heading: 'Name',
                isRowHeading: true,
                cell: ({ personId, name }) => <Link to={staffPaths.user(personId)}>{name}</Link>,
              },
              {
                key: 'right',
                heading: 'Right',
                cell: right => (
                  <div>
                    {rightTitle(right)}
                    {right.differsFromSet ? <Note>With other permissions than the set has today</Note> : null}
                  </div>
                ),
              },
              {
                key: 'since',
                heading: 'Given',
                cell: ({ given }) => (given === null ? 'Earlier' : formatInstant(given.at, clientSettings)),
              },
              {
                key: 'lastLogin',
                heading: 'Last login',
                cell: ({ lastLogin }) =>
                  lastLogin === null ? 'Never' : formatInstant(lastLogin, clientSettings),
              },
              {
                key: 'decision',
                heading: 'Decision',
                isOnScreenOnly: true,
                cell: row => <Decision right={row} onEnd={() => setEnding(row)} />,
              },
            ]}
            rows={rows}
            rowKey={({ rightId }) => rightId}
            empty={{ text: 'Every right is signed off.' }}
          />
        </>
      )}
      {ending === null ? null : <Missing sentences={ending.missing} />}
      {ending === null ? null : (
        <NoteForm
          key={ending.rightId}
          label={`Why ${ending.name} no longer needs ${rightTitle(ending)}`}
          submitText="End this right"
          text={requiredReason}
          save={reason =>
            call(endRight, {
              params: { rightId: ending.rightId },
              body: {
                data: {
                  type: 'command',
                  attributes: { reason, acceptsSmallerTeam: ending.missing.length > 0 },
                },
              },
            })
          }
          onSaved={() => {
            setEnding(null)
            void showChange(`${rightTitle(ending)} has ended for ${ending.name}.`)
          }}
        />
      )}
    </section>
  )
}

function Decision({ right, onEnd }: { right: ReviewedRight; onEnd: () => void }) {
  const mayManage = useCan('USER_MANAGE')
  const { isPending, run } = usePending()
  const { rightId, isOwn, name } = right
  if (!mayManage) return null
  if (isOwn) return 'Someone else signs off your rights'
  const signOff = async () => {
    await call(signOffRight, { params: { rightId }, body: { data: { type: 'command', attributes: {} } } })
    await showChange(`${rightTitle(right)} is signed off for ${name}.`)
  }
  return (
    <span className={styles.buttons}>
      <Button
        isPending={isPending}
        aria-label={`Sign off ${rightTitle(right)} for ${name}`}
        onPress={() => void run(signOff)}
      >
        Sign off
      </Button>
      <Button kind="quiet" aria-label={`End ${rightTitle(right)} for ${name}`} onPress={onEnd}>
        End
      </Button>
    </span>
  )
}
