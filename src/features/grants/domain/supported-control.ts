/** What the reviewer of a grant to a supporting organization answers (section 4966(d)(4) of the Internal Revenue Code). */
export const controlQuestion =
  'Does the donor, an advisor of the fund, or someone related to them directly or indirectly control an organization that this charity supports?'

export const missingControlAnswer = 'Answer the question about control'

export const controlRefusal =
  'A grant to a supporting organization whose supported organization the donor, an advisor, or a related person controls is a taxable distribution (section 4966), so it cannot be approved.'

const asked: readonly string[] = ['supporting-organization', 'supporting-organization-left']

/** Whether the approval of a grant to this charity needs the answer. A supporting organization that left the register still is one. */
export const asksAboutControl = (eligibility: { reason: string } | null): boolean =>
  eligibility !== null && asked.includes(eligibility.reason)
