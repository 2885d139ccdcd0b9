import { useQuery } from '@tanstack/react-query'
import { query } from '../../../web/api/query.ts'
import { PageHeading } from '../../../web/routing/PageHeading.tsx'
import { paths } from '../../../web/routing/paths.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { Breadcrumb } from '../../../web/ui/navigation/Breadcrumb.tsx'
import { Alert } from '../../../web/ui/notices/Alert.tsx'
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
  const failed = item.isError && !item.data
  return (
    <>
      <Breadcrumb pages={[{ title: 'Content', to: paths.content() }]} />
      {failed || editorSession.isError ? (
        <>
          <PageHeading title="Edit a text">Edit a text</PageHeading>
          <Alert kind="danger">The text could not be loaded. Please try again.</Alert>
          <Button
            onPress={() => {
              void item.refetch()
              void editorSession.refetch()
            }}
          >
            Try again
          </Button>
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
