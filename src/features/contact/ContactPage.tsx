import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { query } from '../../web/calling/query.ts'
import { BlockText } from '../../web/content/BlockText.tsx'
import { clientContext } from '../../web/context/client-context.ts'
import { useSession } from '../../web/session/session.ts'
import { Columns } from '../../web/ui/sections/Columns.tsx'
import { PageHeading } from '../../web/ui/text/PageHeading.tsx'
import { getContent } from '../content/content.contract.ts'
import styles from './Contact.module.css'
import { isContactTopic } from './domain/topics.ts'
import { MemberForm } from './form/MemberForm.tsx'
import { VisitorForm } from './form/VisitorForm.tsx'
import { HowToReachUs } from './HowToReachUs.tsx'
import { type Sent, SentMessage } from './SentMessage.tsx'

/** /contact (open-points 7), open to anyone: a message to the house, and the other ways to reach it. `?topic=` chooses the topic. */
export function ContactPage() {
  const { displayName } = clientContext().house
  const session = useSession()
  const { topic: named } = useSearch({ strict: false }) as { topic?: string }
  const topic = isContactTopic(named) ? named : null
  const [sent, setSent] = useState<Sent | null>(null)
  // Words above a form: without them it is a form all the same.
  const content = useQuery({ ...query(getContent, { params: { place: 'contact' } }), throwOnError: false })
  return (
    <>
      <PageHeading title="Contact" lead={`Write to ${displayName}, and we will answer by e-mail.`}>
        Contact
      </PageHeading>
      <Columns aside={<HowToReachUs />}>
        {content.data && !sent ? (
          <BlockText content={content.data} name="contact-intro" className={styles.intro} />
        ) : null}
        {sent ? (
          <SentMessage sent={sent} onAgain={() => setSent(null)} />
        ) : session.state === 'signed-in' ? (
          // Another account can be chosen while nothing is written (§2.4): the form then begins with that one.
          <MemberForm
            key={`${session.facts.userId} ${session.fundId}`}
            session={session}
            topic={topic}
            onSent={setSent}
          />
        ) : (
          <VisitorForm topic={topic} onSent={setSent} />
        )}
      </Columns>
    </>
  )
}
