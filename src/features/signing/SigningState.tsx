import { clientContext } from '../../web/client-context/client-context.ts'
import { paths } from '../../web/routing/paths.ts'
import { Link } from '../../web/ui/actions/Link.tsx'
import { Alert } from '../../web/ui/notices/Alert.tsx'
import { declinedByOther, notYourTurn } from './domain/signature.ts'
import type { Envelope } from './signing.contract.ts'

type Shown = { kind: 'success' | 'information' | 'caution'; heading: string; text: string }

/** Explains why there is nothing to sign now. */
export function SigningState({
  envelope,
  takesFocus,
  back,
}: {
  envelope: Envelope
  takesFocus: boolean
  back: string | null
}) {
  const { displayName } = clientContext().clientSettings
  const { kind, heading, text } = shownOf(envelope, displayName)
  return (
    <>
      <Alert kind={kind} heading={heading} takesFocus={takesFocus}>
        <p>{text}</p>
      </Alert>
      <p>
        <Link to={back ?? paths.home()}>{back === null ? 'Go to the home page' : 'Go back'}</Link>
      </p>
    </>
  )
}

function shownOf({ state, place }: Envelope, displayName: string): Shown {
  if (state === 'voided')
    return {
      kind: 'caution',
      heading: 'Withdrawn',
      text: `${displayName} has withdrawn this document. It can no longer be signed.`,
    }
  if (state === 'declined')
    return {
      kind: 'caution',
      heading: 'Declined',
      text:
        place.state === 'declined'
          ? 'You declined to sign this document. We have your reason and will be in touch.'
          : declinedByOther,
    }
  if (state === 'completed')
    return {
      kind: 'success',
      heading: 'Fully signed',
      text: 'The document is sealed. You’ll find it with your account’s documents.',
    }
  if (state === 'signed')
    return {
      kind: 'success',
      heading: 'Thank You',
      text: 'Everyone has signed. We’re sealing the document now and will file it with your account.',
    }
  if (place.state === 'signed')
    return {
      kind: 'success',
      heading: 'Thank You',
      text: 'You have signed this document. You don’t need to do anything else. Others still have to sign.',
    }
  return {
    kind: 'information',
    heading: 'Not your turn yet',
    text: notYourTurn,
  }
}
