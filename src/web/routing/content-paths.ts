import { screenAddress as link, screenAddressWith as linkWith } from '../../contract/screen-address.ts'

const part = encodeURIComponent

/** Builds the links of those who edit managed content, but that of Home, which is in paths.ts with everybody’s. */
export const contentPaths = {
  newContent: (kind?: string) => link('/content/new', { kind }),
  contentFiles: (view: { keywords?: string; kind?: string | undefined } = {}) =>
    link('/content/files', { keywords: view.keywords || undefined, kind: view.kind }),
  contentItem: (kind: string, name: string) => linkWith('/content/$kind/$name', { kind, name }),
  contentVersions: (kind: string, name: string, sides: { from?: string; to?: string } = {}) =>
    linkWith('/content/$kind/$name/versions', { kind, name }, sides),
  /** A screen that shows an item's unpublished text in place, for its editors. */
  draftInPlace: (screen: string, kind: string, name: string) => {
    const [path, hash] = screen.split('#')
    return `${path}${path?.includes('?') ? '&' : '?'}draft=${part(kind)}.${part(name)}${hash === undefined ? '' : `#${hash}`}`
  },
} as const
