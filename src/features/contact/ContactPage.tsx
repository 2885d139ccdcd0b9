import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { contactTopicNames } from '../../contract/contact-topics.ts'
import { getContent } from '../../contract/published-content.contract.ts'
import { query } from '../../web/api/query.ts'
import { BlockText } from '../../web/content/BlockText.tsx'
import { PageHeading } from '../../web/routing/PageHeading.tsx'
import { useSearchParams } from '../../web/routing/search-params.ts'
import { useSession } from '../../web/session/session.ts'
import styles from './Contact.module.css'
import { HowToReachUs } from './HowToReachUs.tsx'
import { MemberForm } from './MemberForm.tsx'
import { type Sent, SentMessage } from './SentMessage.tsx'
import { VisitorForm } from './VisitorForm.tsx'

const searchSchema = z.object({ topic: z.catch(z.nullable(z.enum(contactTopicNames)), null) })

/** /contact: a message form and the client's contact details, open to everyone (§17). `?topic=` selects the topic. */
export function ContactPage() {
  const session = useSession()
  const { topic } = useSearchParams(searchSchema)
  const [sent, setSent] = useState<Sent | null>(null)
  // The editors' text is optional: the form works without it.
  const content = useQuery({ ...query(getContent, { params: { place: 'contact' } }), throwOnError: false })
  return (
    <>
      <PageHeading title="Contact">Contact</PageHeading>
      <div className={styles.columns}>
        <div>
          {content.data && !sent ? (
            <BlockText content={content.data} name="contact-intro" className={styles.intro} />
          ) : null}
          {sent ? (
            <SentMessage sent={sent} onAgain={() => setSent(null)} />
          ) : session.state === 'signed-in' ? (
            // The key resets the form when the person switches accounts, which needs an unchanged form (§2.4).
            <MemberForm
              key={`${session.facts.userId} ${session.fundId}`}
              session={session}
              topic={topic}
              onSent={setSent}
            />
          ) : (
            <VisitorForm topic={topic} onSent={setSent} />
          )}
        </div>
        <aside className={styles.aside}>
          <HowToReachUs />
        </aside>
      </div>
    </>
  )
}
