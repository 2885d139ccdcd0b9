/** The search counts charities of the same name up to this many. */
export const maxCountedNamesakes = 20
