import type { PublishedContent } from '../../contract/published-content.contract.ts'
import { clientContext } from '../../web/client-context/client-context.ts'
import { blockOf } from '../../web/content/block-of.ts'
import { ManagedContent } from '../../web/content/ManagedContent.tsx'
import { PageHeading } from '../../web/routing/PageHeading.tsx'
import { Skeleton } from '../../web/ui/progress/Skeleton.tsx'
import { Reader } from '../../web/ui/sections/Reader.tsx'
import { headingsOf } from '../../web/ui/text/plain-text.ts'
import { RichText } from '../../web/ui/text/RichText.tsx'
import styles from './TermsPage.module.css'

/** The texts in display order; `name` is the content block's name and the anchor (`/terms#privacy`). */
const texts = [
  { name: 'terms', heading: 'Terms of use' },
  { name: 'privacy', heading: 'Privacy notice' },
  { name: 'electronic-signing-terms', heading: 'Signing electronically' },
] as const

/** /terms: the client's terms of use, privacy notice and what signing electronically means, linked from the footer of every page (§1). */
export function TermsPage() {
  return (
    <>
      <PageHeading title="Terms and Privacy">Terms and Privacy</PageHeading>
      <ManagedContent
        place="terms"
        what="The terms"
        waiting={<Skeleton shape="text" lines={14} label="Loading the terms" />}
      >
        {content => <LegalTexts content={content} />}
      </ManagedContent>
    </>
  )
}

function LegalTexts({ content }: { content: PublishedContent }) {
  const published = texts.flatMap(({ name, heading }) => {
    const block = blockOf(content, name)
    return block ? [{ name, heading: block.title ?? heading, body: block.body }] : []
  })
  const { support } = clientContext().clientSettings
  if (published.length === 0)
    return <p>Our terms will be published here soon. For a copy, please call {support.phone}.</p>
  const contents = published.flatMap(({ name, heading, body }) => [
    { id: name, text: heading, level: 2 as const },
    ...headingsOf(body).map(entry => ({ ...entry, id: `${name}-${entry.id}`, level: 3 as const })),
  ])
  return (
    <Reader contents={contents}>
      {published.map(({ name, heading, body }) => (
        <section key={name} aria-labelledby={name} className={styles.text}>
          <h2 id={name}>{heading}</h2>
          <RichText text={body} headingLevel={3} anchorPrefix={`${name}-`} />
        </section>
      ))}
    </Reader>
  )
}
