import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Reply } from '../../../contract/endpoint.ts'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { query } from '../../../web/api/query.ts'
import { Alert } from '../../../web/ui/notices/Alert.tsx'
import { Disclosure } from '../../../web/ui/sections/Disclosure.tsx'
import { Table } from '../../../web/ui/table/Table.tsx'
import { shortfallSentence } from '../domain/shortfall-sentence.ts'
import { getTeam } from '../users.contract.ts'
import { permissionText } from './right-labels.ts'
import styles from './Users.module.css'

type Step = Reply<typeof getTeam>['data'][number]

const isBelow = ({ people, minimum }: Step) => people.length < minimum

/** What fewer people can do than the client asks for. Nothing is shown where the team is large enough. */
export function TeamShortfalls() {
  const found = useQuery(query(getTeam, {}))
  const missing = (found.data?.data ?? []).filter(isBelow)
  if (missing.length === 0) return null
  return (
    <Alert kind="caution" heading="More people are needed">
      <ul className={styles.sentences}>
        {missing.map(({ action, people, minimum }) => (
          <li key={action}>{shortfallSentence({ action, people: people.length, minimum }, 'now')}</li>
        ))}
      </ul>
    </Alert>
  )
}

/** Who can do each step for which the client asks for several people. */
export function Team() {
  const [isOpen, setOpen] = useState(false)
  const found = useQuery(query(getTeam, {}))
  if (found.isLoadingError) return <LoadFailure what="The team" requests={[found]} />
  if (!found.data || found.data.data.length === 0) return null
  return (
    <div className={styles.section}>
      <Disclosure heading="Steps that need several people" isOpen={isOpen} onToggle={setOpen}>
        <Table<Step>
          caption="Steps that need several people"
          isCaptionHidden
          hasStickyHeading={false}
          columns={[
            {
              key: 'action',
              heading: 'Step',
              isRowHeading: true,
              cell: ({ action }) => permissionText(action),
            },
            { key: 'minimum', heading: 'At least', cell: ({ minimum }) => minimum },
            { key: 'people', heading: 'People', cell: peopleText },
          ]}
          rows={found.data.data}
          rowKey={({ action }) => action}
          empty={{ text: 'None.' }}
        />
      </Disclosure>
    </div>
  )
}

const maxNamed = 4

/** `2: Ada Finch, Ben Marsh`; of many the first four. */
function peopleText({ people }: Step): string {
  if (people.length === 0) return 'No one'
  const others = people.length - maxNamed
  return `${people.length}: ${people.slice(0, maxNamed).join(', ')}${others > 0 ? ` and ${others} more` : ''}`
}
