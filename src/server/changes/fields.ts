/** Fields by the names that they have in the form. */
export type Fields = Readonly<Record<string, string | null>>
