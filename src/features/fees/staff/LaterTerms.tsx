import { formatDate, type IsoDate } from '../../../domain/dates.ts'
import type { TermsVersion } from '../fee-terms.contract.ts'

type LaterTermsProps = { versions: readonly TermsVersion[]; from: IsoDate | null; locale: string }

/** What becomes of the terms to come where others begin before them: those of the screen are replaced, and those of the file follow. */
export function LaterTerms({ versions, from, locale }: LaterTermsProps) {
  const later = versions.filter(
    ({ terms, state }) => state === 'coming' && from !== null && terms.from >= from,
  )
  const replaced = later
    .filter(({ setBy }) => setBy !== null)
    .map(({ terms }) => formatDate(terms.from, locale))
  const followed = later.find(({ setBy }) => setBy === null)
  return (
    <>
      {replaced.length === 0 ? null : (
        <p>{`They take the place of the terms to come from ${new Intl.ListFormat(locale).format(replaced)}.`}</p>
      )}
      {followed === undefined ? null : (
        <p>{`Terms of the client’s file follow on ${formatDate(followed.terms.from, locale)}.`}</p>
      )}
    </>
  )
}
