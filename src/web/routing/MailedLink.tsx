import { Problem, problems } from '../../contract/problems.ts'
import { LoadFailure, type LoadRequest } from '../api/LoadFailure.tsx'
import { clientContext } from '../client-context/client-context.ts'
import { inClientEnglish } from '../client-context/client-english.ts'
import { Alert } from '../ui/notices/Alert.tsx'

/** In place of a page whose link was mailed, when it is opened without the link. */
export function MissingLink() {
  return (
    <Alert kind="caution">
      Please open the link in our message again. For your safety, this page’s address doesn’t include it.
    </Alert>
  )
}

/** In place of a page whose link the server refuses, or does not answer. */
export function LinkFailure({ what, request }: { what: string; request: LoadRequest }) {
  const { phone } = clientContext().clientSettings.support
  const { error } = request
  if (!(error instanceof Problem) || problems[error.code].status >= 500)
    return <LoadFailure what={what} requests={[request]} />
  return (
    <Alert kind="caution" heading="This link doesn’t work">
      <p>{error.detail ?? `Please try again, or ${inClientEnglish('call us on')} ${phone}.`}</p>
    </Alert>
  )
}
