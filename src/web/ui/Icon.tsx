/** The icons of the portal, drawn for it on a grid of 20 by 20 units. A line of any size is as thick as the others. */
const paths = {
  'arrow-down': 'M10 3v14m-6-6 6 6 6-6',
  'arrow-up': 'M10 17V3M4 9l6-6 6 6',
  bold: 'M6 4h5a3 3 0 0 1 0 6H6zm0 6h6a3 3 0 0 1 0 6H6z',
  calendar: 'M3 5h14v12H3zM3 9h14M7 2.5V6M13 2.5V6',
  'chevron-down': 'm4 7 6 6 6-6',
  'chevron-left': 'm13 4-6 6 6 6',
  'chevron-right': 'm7 4 6 6-6 6',
  'chevron-up': 'm4 13 6-6 6 6',
  close: 'm4.5 4.5 11 11m0-11-11 11',
  'exclamation-mark': 'M10 4v8m0 3v1.6',
  'external-link': 'M6 3h11v11M17 3 3 17',
  heading: 'M5 4v12M15 4v12M5 10h10',
  heart:
    'M10 16.8 3.8 10.7a4 4 0 0 1 0-5.6 3.9 3.9 0 0 1 5.6 0l.6.6.6-.6a3.9 3.9 0 0 1 5.6 0 4 4 0 0 1 0 5.6Z',
  info: 'M10 1.8a8.2 8.2 0 1 0 0 16.4 8.2 8.2 0 0 0 0-16.4ZM10 9v5.2M10 5.7v1.4',
  italic: 'M8.5 4h6M5.5 16h6M12 4 8 16',
  link: 'M8.5 11.5a3.2 3.2 0 0 0 4.6 0l2.6-2.6a3.2 3.2 0 0 0-4.6-4.6l-1 1M11.5 8.5a3.2 3.2 0 0 0-4.6 0l-2.6 2.6a3.2 3.2 0 0 0 4.6 4.6l1-1',
  list: 'M8 5h9M8 10h9M8 15h9M3 5h1.6M3 10h1.6M3 15h1.6',
  more: 'M3 9.2h1.6v1.6H3zm6.2 0h1.6v1.6H9.2zm6.2 0H17v1.6h-1.6z',
  'numbered-list': 'M9 5h8M9 10h8M9 15h8M3 3.6l1.4-.6v4M2.8 12.6c.6-1 2.4-.8 2.2.4-.1.9-2.2 2.2-2.2 3h2.4',
  picture: 'M3 4h14v12H3zm0 9 4-4 4 4 2.5-2.5L17 14M13 7.5h.01',
  search: 'm13 13 5 5M15 8.5a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0Z',
  table: 'M3 4h14v12H3zM3 8h14M3 12h14M10 4v12',
  tick: 'm3.5 10.5 4.5 4.5L16.5 6',
} as const

export type IconName = keyof typeof paths

type IconProps = { name: IconName; className?: string | undefined }

/** An icon beside a text or in a named button: it says nothing to screen readers. */
export const Icon = ({ name, className }: IconProps) => (
  <svg viewBox="0 0 20 20" aria-hidden="true" className={className} fill="none" stroke="currentColor">
    <path d={paths[name]} strokeWidth="1.6" vectorEffect="non-scaling-stroke" />
  </svg>
)
