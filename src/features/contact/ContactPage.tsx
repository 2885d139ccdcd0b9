import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { isContactTopic } from '../../contract/contact-topics.ts'
import { getContent } from '../../contract/published-content.contract.ts'
import { query } from '../../web/api/query.ts'
import { clientContext } from '../../web/client-context/client-context.ts'
import { BlockText } from '../../web/content/BlockText.tsx'
import { useSession } from '../../web/session/session.ts'
import { Columns } from '../../web/ui/sections/Columns.tsx'
import { PageHeading } from '../../web/ui/text/PageHeading.tsx'
import styles from './Contact.module.css'
import { HowToReachUs } from './HowToReachUs.tsx'
import { MemberForm } from './MemberForm.tsx'
import { type Sent, SentMessage } from './SentMessage.tsx'
import { VisitorForm } from './VisitorForm.tsx'

/** /contact (open-points 7), open to anyone: a message to the house, and the other ways to reach it. `?topic=` chooses the topic. */
export function ContactPage() {
  const { displayName } = clientContext().clientSettings
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
