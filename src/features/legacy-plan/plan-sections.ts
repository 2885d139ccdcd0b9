/** The parts of the editor that open and close (§2.9). */
export type Section = 'individuals' | 'charities'
export const sectionTitles = {
  individuals: 'Individual Successors',
  charities: 'Charitable Beneficiaries',
} as const satisfies Record<Section, string>
