/** How a queue stands, beside its number: `The oldest for 9 days`. */
export function queueLabel(total: number, oldestAgeDays: number): string {
  if (total === 0) return 'Nothing waits'
  const age =
    oldestAgeDays === 0 ? 'since today' : `for ${oldestAgeDays} ${oldestAgeDays === 1 ? 'day' : 'days'}`
  return total === 1 ? `Waits ${age}` : `The oldest ${age}`
}
