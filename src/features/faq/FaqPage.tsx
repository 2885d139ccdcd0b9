import { BlockText } from '../../web/content/BlockText.tsx'
import { ManagedContent } from '../../web/content/ManagedContent.tsx'
import { PageHeading } from '../../web/routing/PageHeading.tsx'
import { Skeleton } from '../../web/ui/progress/Skeleton.tsx'
import { FaqSearch } from './FaqSearch.tsx'

/** /faq: questions and answers with a search. An address can link to one of them (`/faq#what-is-a-daf`). */
export function FaqPage() {
  return (
    <>
      <PageHeading title="Frequently Asked Questions">Frequently Asked Questions</PageHeading>
      <ManagedContent
        place="faq"
        what="The questions"
        waiting={<Skeleton shape="statement" lines={9} label="Loading the questions" />}
      >
        {content => (
          <>
            <BlockText content={content} name="faq-intro" />
            <FaqSearch questions={content.questions} />
          </>
        )}
      </ManagedContent>
    </>
  )
}
