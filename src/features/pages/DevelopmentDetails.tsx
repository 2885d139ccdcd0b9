import { useQuery } from '@tanstack/react-query'
import { getVersion } from '../../contract/client-context.contract.ts'
import { LoadFailure } from '../../web/api/LoadFailure.tsx'
import { query } from '../../web/api/query.ts'
import { clientContext } from '../../web/client-context/client-context.ts'
import { frontEndVersion } from '../../web/client-context/front-end-version.ts'
import { DescriptionList } from '../../web/ui/text/DescriptionList.tsx'

type Version = { jira: string; branch: string; revision: string }

const formatVersion = ({ jira, branch, revision }: Version) => `${jira}, ${branch}, ${revision}`

/** The versions of front end and API, the client and its databases (§2.2). */
export function DevelopmentDetails() {
  const { client, dbName, primaryDb, secondaryDb, currentDbHeader, orgId, origin } = clientContext()
  const api = useQuery(query(getVersion, {}))
  const apiVersion = api.isLoadingError ? (
    <LoadFailure what="The version" requests={[api]} />
  ) : api.data ? (
    formatVersion(api.data)
  ) : (
    '...'
  )
  return (
    <DescriptionList
      items={[
        { term: 'Front end', description: formatVersion(frontEndVersion) },
        { term: 'API', description: apiVersion },
        { term: 'Client', description: `${client}, at ${origin}` },
        { term: 'Realm', description: orgId },
        { term: 'Database', description: `${dbName}, in ${currentDbHeader}` },
        {
          term: 'Databases of the client',
          description: secondaryDb === null ? primaryDb : `${primaryDb}, ${secondaryDb}`,
        },
      ]}
    />
  )
}
