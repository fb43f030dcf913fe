/** The logo of Throughline. */
export const Mark = () => (
  <svg
    className="mark"
    viewBox="0 0 20 20"
    fill="none"
    stroke="currentColor"
    strokeWidth="2"
    strokeLinecap="round"
    aria-hidden="true"
  >
    <circle cx="10" cy="10" r="5.5" opacity=".35" />
    <path d="M1.5 13.5c4 0 5-7 8.500-7s4.500 0 8.500-4" />
  </svg>
)
