/** `US-EIN-990000001` → `99-0000001`; a British register’s number as it is; empty for an organization on no register. */
export function numberOfCharity(charityId: string): string {
  const [country, register = '', ...number] = charityId.split('-')
  const plain = number.join('-')
  if (country === 'US' && register === 'EIN') return `${plain.slice(0, 2)}-${plain.slice(2)}`
  return country === 'GB' ? plain : ''
}

/**
 * The section of the Internal Revenue Code by which a grantee is exempt, or that it is a government; empty where neither is known.
 * `subsection`: of the IRS’s register; `basis`: how the sponsor vetted an organization that is on none.
 */
export function sectionOf({
  subsection,
  basis,
}: {
  subsection: string | null
  basis: string | null
}): string {
  if (basis === 'government') return 'Government'
  if (basis === 'church' || basis === 'group-exemption') return '501(c)(3)'
  if (subsection === '92') return '4947(a)(1)'
  return subsection !== null && /^\d{2}$/.test(subsection) ? `501(c)(${Number(subsection)})` : ''
}

/** Whether it counts on line 2 of Schedule I, Part II; others count on line 3. */
export const isCharityOrGovernment = (section: string): boolean =>
  section === '501(c)(3)' || section === 'Government'
