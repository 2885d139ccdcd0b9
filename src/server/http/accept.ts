const html = ['text/html', 'text/*', '*/*']
const json = ['application/json', 'application/*', '*/*']

/** Whether an Accept header prefers JSON to HTML (RFC 9110 §12.5.1). An absent header accepts everything alike. */
export function prefersJson(accept: string | undefined): boolean {
  const ranges = rangesOf(accept ?? '*/*')
  return qualityOf(json, ranges) > qualityOf(html, ranges)
}

/** Whether the header names HTML itself, as browsers do when they open an address. */
export const acceptsHtml = (accept: string | undefined): boolean =>
  (rangesOf(accept ?? '').get('text/html') ?? 0) > 0

/** The quality of each media range, from 0 to 1. What cannot be read counts as not accepted. */
function rangesOf(accept: string): Map<string, number> {
  return new Map(
    accept.split(',').map(each => {
      const [range = '', ...parameters] = each.split(';').map(part => part.trim().toLowerCase())
      const quality = parameters.find(parameter => parameter.startsWith('q='))?.slice(2) ?? '1'
      return [range, /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(quality) ? Number(quality) : 0]
    }),
  )
}

/** The quality of a type by its most specific range. */
function qualityOf(names: readonly string[], ranges: ReadonlyMap<string, number>): number {
  return names.map(name => ranges.get(name)).find(quality => quality !== undefined) ?? 0
}
