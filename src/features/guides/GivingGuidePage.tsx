import { clientContext } from '../../web/client-context/client-context.ts'
import { blockOf } from '../../web/content/block-of.ts'
import { ManagedContent } from '../../web/content/ManagedContent.tsx'
import { PageHeading } from '../../web/routing/PageHeading.tsx'
import { Skeleton } from '../../web/ui/progress/Skeleton.tsx'
import { Reader } from '../../web/ui/sections/Reader.tsx'
import { headingsOf } from '../../web/ui/text/plain-text.ts'
import { RichText } from '../../web/ui/text/RichText.tsx'

/** /givingpoint: the client's giving guide with a table of contents. The guard redirects where the client has a link instead. */
export function GivingGuidePage() {
  const { displayName, support } = clientContext().clientSettings
  return (
    <>
      <PageHeading title="Giving guide" lead={`How giving through ${displayName} works`}>
        Giving guide
      </PageHeading>
      <ManagedContent
        place="givingpoint"
        what="The guide"
        waiting={<Skeleton shape="text" lines={14} label="Loading the guide" />}
      >
        {content => {
          const guide = blockOf(content, 'giving-guide')?.body ?? []
          return guide.length === 0 ? (
            <p>
              Our giving guide will be available soon. If you have any questions, please call {support.phone}.
            </p>
          ) : (
            <Reader contents={headingsOf(guide)}>
              <RichText text={guide} />
            </Reader>
          )
        }}
      </ManagedContent>
    </>
  )
}
