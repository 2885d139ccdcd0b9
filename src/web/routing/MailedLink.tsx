import { Problem } from '../../contract/problems.ts'
import { clientContext } from '../client-context/client-context.ts'
import { Alert } from '../ui/notices/Alert.tsx'

/** In place of a page whose link was mailed, when it is opened without the link. */
export function MissingLink() {
  return (
    <Alert kind="caution">
      Please open the link in our message again. For your safety, this page’s address doesn’t include it.
    </Alert>
  )
}

/** In place of a page whose link the server refuses. */
export function LinkFailure({ error }: { error: Error }) {
  const { phone } = clientContext().clientSettings.support
  return (
    <Alert kind="caution" heading="This link doesn’t work">
      <p>
        {error instanceof Problem && error.detail !== undefined
          ? error.detail
          : `Please try again, or call us at ${phone}.`}
      </p>
    </Alert>
  )
}
