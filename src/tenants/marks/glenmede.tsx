/** Glenmede's mark in this portal: a glen between two hills, its stream, and the evening sun. Drawn for this project. */
export function Mark() {
  return (
    <svg viewBox="0 0 48 48" aria-hidden="true" fill="currentColor">
      <circle cx="27.5" cy="11" r="6" fill="var(--accent)" />
      <path d="M1 40 14.5 14.5 22 28.6c-2.6 3.4-2.4 6.2 0 8.2 1 .9 1.6 1.9 1.8 3.2Z" />
      <path d="M47 40 36.5 21.5 26.2 35c1.3 1.5 2.2 3.1 2.5 5Z" />
      <path d="M1 43h46v2H1z" />
    </svg>
  )
}
