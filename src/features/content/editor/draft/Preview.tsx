import { useEffect, useId, useState } from 'react'
import type { ContentPlace } from '../../../../contract/content-kinds.ts'
import type { Reply } from '../../../../contract/endpoint.ts'
import { PreviewContext, type Preview as Shown } from '../../../../web/client-context/preview-context.ts'
import { contentPaths } from '../../../../web/routing/content-paths.ts'
import { paths } from '../../../../web/routing/paths.ts'
import { ChoiceBar } from '../../../../web/ui/actions/ChoiceBar.tsx'
import { Link } from '../../../../web/ui/actions/Link.tsx'
import { RichText } from '../../../../web/ui/text/RichText.tsx'
import type { ContentFields } from '../../domain/content-fields.ts'
import type { previewContent } from '../../editing.contract.ts'
import { createDraftQueries } from './draft-queries.ts'
import styles from './Preview.module.css'
import { PreviewFrame } from './PreviewFrame.tsx'
import { PreviewRouter } from './PreviewRouter.tsx'
import { searchTermOf } from './reveal.ts'

/** The address that shows the content of each place best. */
const screenOfPlace = {
  // Shell and promo strip appear on many screens; this one has little else and is open to everyone.
  shell: paths.faq(),
  promo: paths.resources(),
  home: paths.home(),
  'giving-season': paths.givingSeason(['contributions', 'grants', 'help']),
  resources: paths.resources(),
  faq: paths.faq(),
  contact: paths.contact(),
  givingpoint: paths.givingGuide(),
  terms: paths.terms(),
} as const satisfies Record<ContentPlace, string>

/** The address that shows an item. A question has its own, which opens it. */
function screenOf(place: ContentPlace, fields: ContentFields, name: string): string {
  return fields.kind === 'question' ? paths.faq({ question: name }) : screenOfPlace[place]
}

/** Who the preview is rendered for: visitors if only they see the item. */
function viewerOf(fields: ContentFields, name: string): 'visitor' | 'signed-in' {
  if (fields.kind === 'banner' && fields.audience === 'visitors') return 'visitor'
  if (fields.kind === 'block' && name === 'home-visitor') return 'visitor'
  return 'signed-in'
}

/** Whether the item is at the foot of the page, which loads only on scrolling near it. */
const isBelow = (fields: ContentFields, name: string): boolean =>
  fields.kind === 'promo-card' || name === 'footer-disclaimer'

type PreviewProps = {
  name: string
  fields: ContentFields
  previewed: Reply<typeof previewContent>
  /** Whether the latest request failed, so that the preview is out of date. */
  isBehind: boolean
}

const widths = [
  { value: 'wide', text: 'Desktop', widthPx: 1280 },
  { value: 'middle', text: 'Tablet', widthPx: 768 },
  { value: 'narrow', text: 'Phone', widthPx: 390 },
] as const
const schemes = [
  { value: 'light', text: 'Light' },
  { value: 'dark', text: 'Dark' },
] as const

/** On narrower screens the preview starts at phone width. */
const narrowBelowPx = 640

/** The color scheme of the page: the user's choice, or that of the device. */
function schemeOfPage(): 'light' | 'dark' {
  const chosen = document.documentElement.dataset.theme
  if (chosen === 'light' || chosen === 'dark') return chosen
  return window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

/** The client's real page with the unsaved fields, at a chosen width and color scheme. */
export function Preview({ name, fields, previewed, isBehind }: PreviewProps) {
  const [width, setWidth] = useState<(typeof widths)[number]['value']>(() =>
    window.innerWidth < narrowBelowPx ? 'narrow' : 'middle',
  )
  const [scheme, setScheme] = useState(schemeOfPage)
  const headingId = useId()
  const { place } = previewed
  const address = place === null ? null : screenOf(place, fields, name)
  const viewer = viewerOf(fields, name)
  // Computed once: the preview must not scroll while the editor types.
  const [target] = useState(() => ({ text: searchTermOf(fields), isBelow: isBelow(fields, name) }))
  return (
    <section aria-labelledby={headingId} className={styles.preview}>
      <div className={styles.head}>
        <h2 id={headingId}>Preview</h2>
        <ChoiceBar label="Preview width" choices={widths} value={width} onChange={setWidth} />
        <ChoiceBar label="Preview appearance" choices={schemes} value={scheme} onChange={setScheme} />
      </div>
      <p className={styles.note}>
        {viewer === 'visitor' ? 'Shown as visitors see it. ' : ''}
        {isBehind ? 'The preview is out of date because it could not be refreshed. ' : ''}
        {address === null ? (
          'Printed as a PDF.'
        ) : (
          <>
            Preview only. To use the page:{' '}
            <Link to={contentPaths.draftInPlace(address, fields.kind, name)}>See it in place</Link>
          </>
        )}
      </p>
      <PreviewFrame
        title="Preview of the page"
        widthPx={widths.find(({ value }) => value === width)?.widthPx ?? 1280}
        scheme={scheme}
        target={target}
      >
        {address === null ? (
          <Guide previewed={previewed} name={name} />
        ) : (
          <Screen
            key={`${address} ${viewer}`}
            address={address}
            viewer={viewer}
            name={name}
            previewed={previewed}
          />
        )}
      </PreviewFrame>
    </section>
  )
}

type ScreenProps = Pick<PreviewProps, 'name' | 'previewed'> & {
  address: string
  viewer: 'visitor' | 'signed-in'
}

function Screen({ address, viewer, name, previewed }: ScreenProps) {
  const [draft] = useState(() => {
    const queries = createDraftQueries()
    queries.show(previewed, name)
    return queries
  })
  useEffect(() => draft.show(previewed, name), [draft, previewed, name])
  const [shown] = useState<Shown>(() => ({
    queries: draft.client,
    session: viewer === 'visitor' ? { state: 'signed-out' } : null,
  }))
  return (
    <PreviewContext value={shown}>
      <PreviewRouter address={address} />
    </PreviewContext>
  )
}

function Guide({ previewed, name }: Pick<PreviewProps, 'previewed' | 'name'>) {
  const block = previewed.content.blocks.find(each => each.name === name)
  return (
    <main className={styles.sheet}>
      {block?.title ? <h1>{block.title}</h1> : null}
      <RichText text={block?.body ?? []} />
    </main>
  )
}
