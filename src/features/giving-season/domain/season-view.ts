/** §2.11's three sections, by the name that the address bears: `/year-end-deadlines?open=contributions,help`. */
export const seasonSections = {
  contributions: 'Contribution Deadlines',
  grants: 'Grant Guidelines',
  help: 'Need Help?',
} as const
export type SeasonSection = keyof typeof seasonSections

// The keys of a record are what Object.keys gives; the compiler only says string[].
export const seasonSectionNames = Object.keys(seasonSections) as SeasonSection[]

/** The open sections of an address, in the order of the page. All are closed unless it names them. */
export function openSections(open: string | undefined): SeasonSection[] {
  const named = (open ?? '').split(',')
  return seasonSectionNames.filter(name => named.includes(name))
}
