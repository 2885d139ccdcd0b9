/** The three sections of §2.11 by their names in the address: `/year-end-deadlines?open=contributions,help`. */
export const seasonSections = {
  contributions: 'Contribution Deadlines',
  grants: 'Grant Guidelines',
  help: 'Need Help?',
} as const
export type SeasonSection = keyof typeof seasonSections

// Object.keys returns exactly these keys, but its type is string[].
export const seasonSectionNames = Object.keys(seasonSections) as SeasonSection[]

/** The sections that the address opens, in the order of the page. */
export function openSections(open: string | undefined): SeasonSection[] {
  const named = (open ?? '').split(',')
  return seasonSectionNames.filter(name => named.includes(name))
}
