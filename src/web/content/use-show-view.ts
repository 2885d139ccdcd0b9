import { useNavigate, useSearch } from '@tanstack/react-router'
import { paths } from '../routing/paths.ts'

/**
 * Changes the view in the address without a new history entry and without scrolling. Keeps the `draft` parameter, so that an
 * editor continues to see the draft.
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
