/** NPT UK's mark for its dollar funds: the house's acorn in outline, within a coin with a notched rim. Drawn for this project. */
export function Mark() {
  return (
    <svg viewBox="0 0 48 48" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="2">
      <circle cx="24" cy="24" r="17.5" />
      <circle cx="24" cy="24" r="21.8" strokeWidth="1.6" strokeDasharray="1.5 3.39" stroke="var(--accent)" />
      <path d="M17.5 24.5h13c0 5.2-3.2 8.6-6.5 10.3-3.3-1.7-6.5-5.1-6.5-10.3Z" />
      <path d="M16 22.2c0-3.6 3.6-5.9 8-5.9s8 2.3 8 5.9ZM24 16.3v-3.6" fill="currentColor" />
    </svg>
  )
}
