import { contentPaths } from '../../../web/routing/content-paths.ts'
import { paths } from '../../../web/routing/paths.ts'
import { SubNavigation } from '../../../web/ui/navigation/SubNavigation.tsx'

/** Navigation between the parts of the content editor. */
export function EditorNavigation({ current }: { current: 'texts' | 'files' | 'new' }) {
  return (
    <SubNavigation
      label="Content"
      pages={[
        { title: 'Content', to: paths.content(), isCurrent: current === 'texts' },
        { title: 'Pictures and documents', to: contentPaths.contentFiles(), isCurrent: current === 'files' },
        { title: 'New', to: contentPaths.newContent(), isCurrent: current === 'new' },
      ]}
    />
  )
}
