/** US spelling for UK: only to compare words, so that the result need not be a word (`raise` becomes `raize`). */
const spellings: readonly [RegExp, string][] = [
  [/^che(que|ck)/, 'check'],
  [/mme/, 'm'],
  [/(...)our/, '$1or'],
  [/(..)tre(s?)$/, '$1ter$2'],
  [/(..)viser/, '$1visor'],
  [/([a-z]{3})is(e|ed|er|es|ing|ation|ations)$/, '$1iz$2'],
  [/ence(s?)$/, 'ense$1'],
  // cancelled and canceled, enrolment and enrollment.
  [/([b-df-hj-np-tv-z])\1/g, '$1'],
]

/** Endings in the order in which they are tried; at least this many letters remain. */
const endings: readonly [string, number][] = [
  ["'s", 3],
  ['ations', 4],
  ['ation', 4],
  ['ions', 4],
  ['ion', 4],
  ['ings', 4],
  ['ing', 4],
  ['ible', 4],
  ['able', 4],
  ['ies', 4],
  ['ied', 4],
  ['ments', 4],
  ['ment', 4],
  ['ers', 4],
  ['ors', 4],
  ['er', 4],
  ['or', 4],
  ['ed', 4],
  ['es', 4],
  ['s', 3],
  ['e', 4],
  ['y', 4],
]

/**
 * The stem of a lower-case word, the same in US and UK spelling: `honouring` and `honored` are both `honor`. A short list of
 * endings instead of a stemmer library, which would add 15 KB to a page for a few dozen questions.
 */
export function stemOf(word: string): string {
  const spelled = spellings.reduce((text, [from, to]) => text.replace(from, to), word)
  const ending = endings.find(([end, least]) => spelled.endsWith(end) && spelled.length - end.length >= least)
  return ending === undefined ? spelled : spelled.slice(0, -ending[0].length)
}
