import axe from 'axe-core'

/**
 * What is wrong with the whole page in the browser of a test: axe's findings, each with the first element, and a page that is
 * wider than its window. It waits for animations that end: an element that fades in does not have its final contrast.
 */
export async function pageFaults(): Promise<string[]> {
  const ending = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
  await Promise.allSettled(ending.map(({ finished }) => finished))
  // The frame of a single screen has no landmarks around it.
  const { violations } = await axe.run(document.body, { rules: { region: { enabled: false } } })
  const { scrollWidth } = document.documentElement
  return [
    ...violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
    ...(scrollWidth > window.innerWidth ? [`${scrollWidth} px wide of ${window.innerWidth}`] : []),
  ]
}
