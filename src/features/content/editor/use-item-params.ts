import { type ContentKind, contentKinds } from '../../../contract/content-kinds.ts'
import { Problem } from '../../../contract/problems.ts'
import { useScreenParams } from '../../../web/routing/screen-params.ts'

type ItemPath = '/content/$kind/$name' | '/content/$kind/$name/versions'

/** Kind and name of the item in the screen's address. @throws `not-found` for an unknown kind. */
export function useItemParams(path: ItemPath): { kind: ContentKind; name: string } {
  const { kind, name } = useScreenParams(path)
  const known = contentKinds.find(each => each === kind)
  if (!known) throw new Problem('not-found')
  return { kind: known, name }
}
