import { Alert } from '../ui/notices/Alert.tsx'
import { clientContext } from './client-context.ts'

/** A text that may raise questions, with the number to call; empty without a text. */
export function SupportNotice({ text }: { text: string | null }) {
  const { support } = clientContext().clientSettings
  return text === null ? null : (
    <Alert kind="information">
      {text} If you have any questions, please call {support.phone}.
    </Alert>
  )
}
