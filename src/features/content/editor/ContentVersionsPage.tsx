import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { query, queryList } from '../../../web/api/query.ts'
import { contentPaths } from '../../../web/routing/content-paths.ts'
import { PageHeading } from '../../../web/routing/PageHeading.tsx'
import { paths } from '../../../web/routing/paths.ts'
import { useSearchParams } from '../../../web/routing/search-params.ts'
import { Breadcrumb } from '../../../web/ui/navigation/Breadcrumb.tsx'
import { Skeleton } from '../../../web/ui/progress/Skeleton.tsx'
import { titleOf } from '../domain/content-labels.ts'
import { getContentItem, getEditorPermissions, listContentVersions } from '../editing.contract.ts'
import { Differences } from './publish/Differences.tsx'
import { VersionTable } from './publish/VersionTable.tsx'
import { useItemParams } from './use-item-params.ts'

const side = z.catch(z.nullable(z.string().check(z.regex(/^(draft|published|common|[1-9]\d{0,6})$/))), null)
const searchSchema = z.object({ from: side, to: side })

/** Lists the versions of an item, compares two of them and restores one. */
export function ContentVersionsPage() {
  const params = useItemParams('/content/$kind/$name/versions')
  const { from, to } = useSearchParams(searchSchema)
  const item = useQuery({ ...query(getContentItem, { params }), staleTime: 0 })
  const editorSession = useQuery(query(getEditorPermissions, {}))
  const versions = useQuery({ ...queryList(listContentVersions, { params }, 'all'), staleTime: 0 })
  const failed = [item, editorSession, versions].filter(({ isLoadingError }) => isLoadingError)
  const title = item.data ? titleOf(item.data) : ''
  return (
    <>
      <Breadcrumb
        pages={[
          { title: 'Content', to: paths.content() },
          { title: title || 'The text', to: contentPaths.contentItem(params.kind, params.name) },
        ]}
      />
      <PageHeading title="Versions" lead={title}>
        Versions
      </PageHeading>
      {failed.length > 0 ? (
        <LoadFailure what="The versions" requests={failed} />
      ) : item.data && editorSession.data && versions.data ? (
        <>
          {from !== null && to !== null ? <Differences params={params} from={from} to={to} /> : null}
          <VersionTable
            item={item.data}
            versions={versions.data.data}
            timeZone={editorSession.data.timeZone}
          />
        </>
      ) : (
        <Skeleton shape="table" lines={6} label="Loading the versions" />
      )}
    </>
  )
}
