/** `1 grant`, `2 grants`, `5,000 grants`. */
export const countOf = (count: number, one: string, locale: string, many = `${one}s`): string =>
  `${count.toLocaleString(locale)} ${count === 1 ? one : many}`
