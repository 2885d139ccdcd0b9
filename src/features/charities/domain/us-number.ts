/** `US-EIN-010631747`, from an EIN with or without its hyphen, spaces or prefix; undefined when it is none. */
export function parseEin(text: string): string | undefined {
  if (text.length > 40) return undefined
  const compact = text.toUpperCase().replaceAll(/[\s.‐‑‒–—_-]/g, '')
  const digits = /^(?:US)?(?:EIN)?:?(\d{9})$/.exec(compact)?.[1]
  return digits === undefined || digits === '000000000' ? undefined : `US-EIN-${digits}`
}

/** `01-0631747`: as an EIN is printed. */
export function formatEin(digits: string): string {
  return `${digits.slice(0, 2)}-${digits.slice(2)}`
}
