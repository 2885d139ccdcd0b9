import { useQuery } from '@tanstack/react-query'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { query } from '../../../web/api/query.ts'
import { PageHeading } from '../../../web/routing/PageHeading.tsx'
import { paths } from '../../../web/routing/paths.ts'
import { Breadcrumb } from '../../../web/ui/navigation/Breadcrumb.tsx'
import { Skeleton } from '../../../web/ui/progress/Skeleton.tsx'
import { getContentItem, getEditorPermissions } from '../editing.contract.ts'
import { ItemEditor } from './item/ItemEditor.tsx'
import { useItemParams } from './use-item-params.ts'

/** Edits one item of the client's content: form, preview and publishing. */
export function ContentItemPage() {
  const { kind, name } = useItemParams('/content/$kind/$name')
  const item = useQuery({
    ...query(getContentItem, { params: { kind, name } }),
    // The list's cached copy may be out of date.
    staleTime: 0,
  })
  const editorSession = useQuery(query(getEditorPermissions, {}))
  return (
    <>
      <Breadcrumb pages={[{ title: 'Content', to: paths.content() }]} />
      {item.isLoadingError || editorSession.isLoadingError ? (
        <>
          <PageHeading title="Edit an item">Edit an item</PageHeading>
          <LoadFailure what="The text" requests={[item, editorSession]} />
        </>
      ) : item.data &&
        editorSession.data &&
        !(item.isFetching && item.isStale && !item.isFetchedAfterMount) ? (
        <ItemEditor key={`${kind} ${name}`} item={item.data} editorSession={editorSession.data} />
      ) : (
        <Skeleton shape="text" lines={12} label="Loading the text" />
      )}
    </>
  )
}
