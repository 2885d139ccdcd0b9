import { useNavigate } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { contentPaths } from '../routing/content-paths.ts'
import { optionalParam, useSearchParams } from '../routing/search-params.ts'

/** `kind.name` of the item whose draft the screen shows (`contentPaths.draftInPlace`). */
const searchSchema = z.object({ draft: optionalParam(z.string()) })

/**
 * Changes the view in the address without a new history entry and without scrolling. Keeps the `draft` parameter, so that an
 * editor continues to see the draft.
 */
export function useShowView(): (address: string) => void {
  const navigate = useNavigate()
  const { draft } = useSearchParams(searchSchema)
  return address => {
    const [kind, name] = draft?.split('.') ?? []
    void navigate({
      to: kind && name ? contentPaths.draftInPlace(address, kind, name) : address,
      replace: true,
      resetScroll: false,
    })
  }
}
