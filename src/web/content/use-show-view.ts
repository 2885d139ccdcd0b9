import { useNavigate, useSearch } from '@tanstack/react-router'
import { paths } from '../routing/paths.ts'

/**
 * Changes what the address says of the view (habits 9) without a step in the history and without moving the page. An editor who
 * sees a draft in its place keeps seeing it.
 */
export function useShowView(): (address: string) => void {
  const navigate = useNavigate()
  const { draft } = useSearch({ strict: false }) as { draft?: string }
  return address => {
    const [kind, name] = draft?.split('.') ?? []
    void navigate({
      to: kind && name ? paths.draftInPlace(address, kind, name) : address,
      replace: true,
      resetScroll: false,
    })
  }
}
