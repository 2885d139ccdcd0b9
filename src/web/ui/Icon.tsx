/** The icons of the portal, drawn for it on a grid of 20 by 20 units. A line of any size is as thick as the others. */
const paths = {
  'chevron-down': 'm4 7 6 6 6-6',
  'chevron-right': 'm7 4 6 6-6 6',
  close: 'm4.5 4.5 11 11m0-11-11 11',
  'external-link': 'M6 3h11v11M17 3 3 17',
  info: 'M10 1.8a8.2 8.2 0 1 0 0 16.4 8.2 8.2 0 0 0 0-16.4ZM10 9v5.2M10 5.7v1.4',
  search: 'm13 13 5 5M15 8.5a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0Z',
  'exclamation-mark': 'M10 4v8m0 3v1.6',
  tick: 'm3.5 10.5 4.5 4.5L16.5 6',
} as const

type IconProps = { name: keyof typeof paths; className?: string | undefined }

/** An icon beside a text or in a named button: it says nothing to screen readers. */
export const Icon = ({ name, className }: IconProps) => <Drawing path={paths[name]} className={className} />

export const Drawing = ({ path, className }: { path: string; className?: string | undefined }) => (
  <svg viewBox="0 0 20 20" aria-hidden="true" className={className} fill="none" stroke="currentColor">
    <path d={path} strokeWidth="1.6" vectorEffect="non-scaling-stroke" />
  </svg>
)
