const weights = [3, 7, 1, 3, 7, 1, 3, 7, 1]

/** The checksum of the American Bankers Association: the weighted sum of the nine digits is a multiple of ten. */
export function isRoutingNumber(text: string): boolean {
  if (!/^\d{9}$/.test(text) || text === '000000000') return false
  const sum = weights.reduce((total, weight, index) => total + weight * Number(text[index]), 0)
  return sum % 10 === 0
}
