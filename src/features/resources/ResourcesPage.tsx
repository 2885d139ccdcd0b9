import { BlockText } from '../../web/content/BlockText.tsx'
import { ManagedContent } from '../../web/content/ManagedContent.tsx'
import { PageHeading } from '../../web/routing/PageHeading.tsx'
import { Skeleton } from '../../web/ui/progress/Skeleton.tsx'
import { ResourceSearch } from './ResourceSearch.tsx'

/** /resources: the client's forms, documents and links by group. */
export function ResourcesPage() {
  return (
    <>
      <PageHeading title="Forms/Resources">Forms/Resources</PageHeading>
      <ManagedContent
        place="resources"
        what="The forms and resources"
        waiting={<Skeleton shape="statement" lines={8} label="Loading the forms and resources" />}
      >
        {content => (
          <>
            <BlockText content={content} name="resources-intro" />
            <ResourceSearch resources={content.resources} />
          </>
        )}
      </ManagedContent>
    </>
  )
}
