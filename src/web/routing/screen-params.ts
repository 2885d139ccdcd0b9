import { useParams } from '@tanstack/react-router'
import type { ParamOf } from '../../contract/screen-address.ts'
import type { ScreenPath } from '../../contract/screens.ts'

/**
 * The variable parts of the screen's address, decoded: `{ grantId }` for `/grants/$grantId`.
 * @throws where the component is not inside that screen.
 */
export function useScreenParams<Path extends ScreenPath>(path: Path): Record<ParamOf<Path>, string> {
  return useParams({ from: path })
}
