const mb = 1024 * 1024

/** `1.4 MB`, `120 KB`. */
export function sizeLabel(bytes: number, locale: string): string {
  const [value, unit] = bytes < mb ? [Math.max(1, Math.round(bytes / 1024)), 'KB'] : [bytes / mb, 'MB']
  return `${new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(value)} ${unit}`
}
