import { formatInstant } from '../../domain/dates.ts'
import { localEnglish } from '../../domain/local-english.ts'
import { clientContext } from '../../web/client-context/client-context.ts'
import { staffPaths } from '../../web/routing/staff-paths.ts'
import { Link } from '../../web/ui/actions/Link.tsx'
import { type PostingKind, postingKinds } from './domain/posting-kinds.ts'

type WaitingForSecondProps = {
  request: { kind: PostingKind; requestedByName: string; requestedAt: string }
}

/** Says that a command waits for a second person, and where they find it. */
export function WaitingForSecond({ request }: WaitingForSecondProps) {
  const { clientSettings } = clientContext()
  return (
    <>
      {localEnglish(postingKinds[request.kind].label, clientSettings.locale)}, entered by{' '}
      {request.requestedByName}, {formatInstant(request.requestedAt, clientSettings)}. It waits for a second
      person on <Link to={staffPaths.requests()}>Requests</Link>.
    </>
  )
}
