/** 523 → `5.23%`; null, where nothing was there to distribute, is empty. */
export const rateText = (rate: number | null, locale: string): string =>
  rate === null
    ? ''
    : new Intl.NumberFormat(locale, { style: 'percent', minimumFractionDigits: 2 }).format(rate / 10_000)
