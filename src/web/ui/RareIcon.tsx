import { Drawing } from './Icon.tsx'

/** Icons of the same set that no first screen has, so that they are not in the first load. */
const paths = {
  'arrow-down': 'M10 3v14m-6-6 6 6 6-6',
  'arrow-up': 'M10 17V3M4 9l6-6 6 6',
  bold: 'M6 4h5a3 3 0 0 1 0 6H6zm0 6h6a3 3 0 0 1 0 6H6z',
  heading: 'M5 4v12M15 4v12M5 10h10',
  heart:
    'M10 16.8 3.8 10.7a4 4 0 0 1 0-5.6 3.9 3.9 0 0 1 5.6 0l.6.6.6-.6a3.9 3.9 0 0 1 5.6 0 4 4 0 0 1 0 5.6Z',
  italic: 'M8.5 4h6M5.5 16h6M12 4 8 16',
  link: 'M8.5 11.5a3.2 3.2 0 0 0 4.6 0l2.6-2.6a3.2 3.2 0 0 0-4.6-4.6l-1 1M11.5 8.5a3.2 3.2 0 0 0-4.6 0l-2.6 2.6a3.2 3.2 0 0 0 4.6 4.6l1-1',
  list: 'M8 5h9M8 10h9M8 15h9M3 5h1.6M3 10h1.6M3 15h1.6',
  more: 'M3 9.2h1.6v1.6H3zm6.2 0h1.6v1.6H9.2zm6.2 0H17v1.6h-1.6z',
  'numbered-list': 'M9 5h8M9 10h8M9 15h8M3 3.6l1.4-.6v4M2.8 12.6c.6-1 2.4-.8 2.2.4-.1.9-2.2 2.2-2.2 3h2.4',
  picture: 'M3 4h14v12H3zm0 9 4-4 4 4 2.5-2.5L17 14M13 7.5h.01',
  table: 'M3 4h14v12H3zM3 8h14M3 12h14M10 4v12',
  calendar: 'M3 5h14v12H3zM3 9h14M7 2.5V6M13 2.5V6',
  'chevron-left': 'm13 4-6 6 6 6',
} as const

export type RareIconName = keyof typeof paths

/** As Icon. */
export const RareIcon = ({ name, className }: { name: RareIconName; className?: string | undefined }) => (
  <Drawing path={paths[name]} className={className} />
)
