/** The fields of a step in a form: each text by its path in the draft, such as `donors.0.email`. */
export type StepValues = Record<string, string>

/** All texts of a part of the draft by their paths. Other values, such as the kind of a successor, are not typed. */
export function valuesOf(part: unknown, path: string): StepValues {
  if (typeof part === 'string') return { [path]: part }
  if (typeof part !== 'object' || part === null) return {}
  return Object.assign({}, ...Object.entries(part).map(([name, value]) => valuesOf(value, `${path}.${name}`)))
}

/** The part with the texts of the form in it. */
export function partWith<Part>(part: Part, path: string, values: StepValues): Part {
  if (typeof part === 'string') return (values[path] ?? part) as Part
  if (Array.isArray(part))
    return part.map((value, index) => partWith(value, `${path}.${index}`, values)) as Part
  if (typeof part !== 'object' || part === null) return part
  return Object.fromEntries(
    Object.entries(part).map(([name, value]) => [name, partWith(value, `${path}.${name}`, values)]),
  ) as Part
}
